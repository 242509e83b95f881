//! Which kinds of JSON values a schema allows at most.

use super::Lowering;
use crate::diagnostic::{Code, quoted};
use crate::ir::JsonKinds;
use crate::schema::{Node, Object, Span, Value};

/// The names of the kinds, as `type` spells them.
pub(super) const NAMES: [(&str, JsonKinds); 7] = [
    ("string", JsonKinds::STRING),
    ("boolean", JsonKinds::BOOLEAN),
    ("integer", JsonKinds::INTEGER),
    ("number", JsonKinds::NUMBER),
    ("object", JsonKinds::OBJECT),
    ("array", JsonKinds::ARRAY),
    ("null", JsonKinds::NULL),
];

/// So many steps are followed to see which kinds a schema allows.
const STEPS: usize = 64;

/// What `type` says. Wrong words, which are reported elsewhere, allow all.
pub(super) fn kinds_of_type(node: &Node) -> JsonKinds {
    let kinds = |node: &Node| {
        let name = node.as_str()?;
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, kinds)| kinds)
    };
    let list = node.as_array().unwrap_or(std::slice::from_ref(node));
    let known: Option<Vec<JsonKinds>> = list.iter().map(kinds).collect();
    let known = known.filter(|kinds| !kinds.is_empty());
    known.map_or(JsonKinds::ALL, |all| all.into_iter().fold(JsonKinds::default(), JsonKinds::or))
}

/// `type` with these kinds.
pub(super) fn type_node(kinds: JsonKinds, span: Span) -> Node {
    let has_number = kinds.contains(JsonKinds::NUMBER);
    let names = NAMES
        .iter()
        .filter(|(name, kind)| kinds.contains(*kind) && !(*name == "integer" && has_number));
    let mut names: Vec<Node> =
        names.map(|(name, _)| Node { span, value: Value::String((*name).to_owned()) }).collect();
    if names.len() == 1 { names.swap_remove(0) } else { Node { span, value: Value::Array(names) } }
}

/// The kind of a value that a schema lists.
pub(super) fn kind_of_value(value: &Node) -> JsonKinds {
    match &value.value {
        Value::Null => JsonKinds::NULL,
        Value::Bool(_) => JsonKinds::BOOLEAN,
        Value::Number(text) => {
            let is_whole = crate::ir::decimal::Decimal::parse(text).is_whole();
            if is_whole { JsonKinds::INTEGER } else { JsonKinds::FRACTION }
        }
        Value::String(_) => JsonKinds::STRING,
        Value::Array(_) => JsonKinds::ARRAY,
        Value::Object(_) => JsonKinds::OBJECT,
    }
}

impl<'a> Lowering<'a, '_> {
    /// The kinds that a schema allows at most.
    pub(super) fn kinds(&mut self, node: &'a Node) -> JsonKinds {
        let mut steps = STEPS;
        self.kinds_within(node, &mut steps)
    }

    fn kinds_within(&mut self, node: &'a Node, steps: &mut usize) -> JsonKinds {
        if *steps == 0 {
            return JsonKinds::ALL;
        }
        *steps -= 1;
        let Some(object) = self.canon(node) else { return JsonKinds::default() };
        let mut kinds = own_kinds(object);
        for keyword in ["oneOf", "anyOf"] {
            if let Some(arms) = object.get(keyword).and_then(Node::as_array) {
                let arms = arms.iter().map(|arm| self.kinds_within(arm, steps));
                kinds = kinds.and(arms.fold(JsonKinds::default(), JsonKinds::or));
            }
        }
        kinds
    }

    /// Complains of what `type` says that it cannot.
    pub(super) fn check_type(&mut self, object: &'a Object) {
        let Some(node) = object.get("type") else { return };
        let names = match &node.value {
            Value::String(_) => std::slice::from_ref(node),
            Value::Array(names) if !names.is_empty() => names,
            _ => return self.bad_value("type", node, "the name of a type or a list of such"),
        };
        for name in names {
            match name.as_str() {
                Some(word) if NAMES.iter().any(|(known, _)| *known == word) => {}
                Some(word) => self.unknown_type(name, word),
                None => self.bad_item("type", name, "names of types"),
            }
        }
    }

    fn unknown_type(&mut self, node: &Node, word: &str) {
        let meant = match word.to_ascii_lowercase().as_str() {
            "str" | "text" => "string",
            "bool" => "boolean",
            "int" | "long" => "integer",
            "float" | "double" | "decimal" => "number",
            "dict" | "map" | "struct" | "class" => "object",
            "list" | "vec" | "tuple" => "array",
            "none" | "nil" => "null",
            _ => return self.unknown_word("type", node, word, &NAMES.map(|(name, _)| name)),
        };
        let message = format!("`type` does not know {}", quoted(word));
        let problem = self.problem(Code::BadValue, node.span, message);
        self.report(problem.help(format!("did you mean `{meant}`?")));
    }
}

/// The kinds that `type` and the listed values leave.
pub(super) fn own_kinds(object: &Object) -> JsonKinds {
    let mut kinds = object.get("type").map_or(JsonKinds::ALL, kinds_of_type);
    let values = object.get("const").map(std::slice::from_ref);
    let values = values.or_else(|| object.get("enum")?.as_array());
    // An empty list, which is told elsewhere, says nothing.
    if let Some(values) = values.filter(|values| !values.is_empty()) {
        let listed = values.iter().map(kind_of_value).fold(JsonKinds::default(), JsonKinds::or);
        kinds = kinds.and(listed);
    }
    kinds
}
