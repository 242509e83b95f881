//! The root of a file: the signature and its fields, or the type of the whole.

use std::collections::HashSet;

use super::assert::asserts;
use super::enumeration::non_empty;
use super::merge::is_open;
use super::vocabulary::Site;
use super::{Lowering, Role};
use crate::diagnostic::{Code, quoted};
use crate::ir::{Direction, Field, InputFormat, Signature, Spanned};
use crate::schema::{Member, Node, Object, Value};

/// What the root of a signature may say of its shape.
const ROOT: [&str; 4] = ["type", "properties", "required", "additionalProperties"];

impl<'a> Lowering<'a, '_> {
    pub(super) fn signature(&mut self) -> Option<Signature> {
        let root = self.root;
        let Some(object) = root.as_object() else {
            let message = format!("a signature is an object, not {}", root.kind());
            self.report(self.problem(Code::RootNotObject, root.span, message).help(STARTER));
            return None;
        };
        self.vet(root, Site::Root);
        self.check_root(object);
        let name = self.name(object);
        let fields = self.fields(object);
        self.drain();
        self.finish();
        let demos = self.demos(object, &fields);
        let fields = self.check_defaults(fields);
        Some(Signature {
            name: name?,
            instructions: non_empty(object.get("description")).unwrap_or_default(),
            place: self.place(root.span),
            fields,
            types: std::mem::take(&mut self.types),
            demos,
            root: None,
            rules: std::mem::take(&mut self.rules),
        })
    }

    /// The root as a type, named by its title, or by its file.
    pub(super) fn types_only(&mut self, file_name: &str) -> Signature {
        self.is_types_only = true;
        let root = self.root;
        let title = root.as_object().and_then(|object| object.get("title"));
        let title = title
            .filter(|node| node.as_str().is_some_and(|text| text.chars().any(char::is_alphabetic)));
        let (text, span) = match title {
            Some(node) => (node.as_str().unwrap_or_default(), node.span),
            None => (file_name, root.span),
        };
        let name = Spanned { text: text.to_owned(), place: self.place(span) };
        let id = self.type_of(root, Role::Part);
        self.drain();
        self.finish();
        self.check_defaults(Vec::new());
        Signature {
            name,
            instructions: String::new(),
            place: self.place(root.span),
            fields: Vec::new(),
            types: std::mem::take(&mut self.types),
            demos: Vec::new(),
            root: Some(id),
            rules: std::mem::take(&mut self.rules),
        }
    }

    fn check_root(&mut self, object: &'a Object) {
        if let Some(ty) = object.get("type")
            && ty.as_str() != Some("object")
        {
            let message = "the root of a signature has the type `object`";
            let help =
                "write `\"type\": \"object\"`, and what is here now as a property with `x-field`";
            self.report(self.problem(Code::RootNotObject, ty.span, message).help(help));
        }
        for member in &object.members {
            if asserts(&member.key) && !ROOT.contains(&member.key.as_str()) {
                let message =
                    format!("`{}` is not supported at the root of a signature", member.key);
                let help = "write the fields under `properties`";
                let problem = self.problem(Code::UnsupportedShape, member.key_span, message);
                self.report(problem.help(help));
            }
        }
        for keyword in ["$defs", "definitions"] {
            if let Some(node) = object.get(keyword)
                && node.as_object().is_none()
            {
                self.bad_value(keyword, node, "an object from names to schemas");
            }
        }
        if let Some(node) = object.get("additionalProperties").filter(|schema| !is_open(schema))
            && node.value != Value::Bool(false)
        {
            let message = "a signature has no fields beside those that it names";
            self.refuse_shape(node, message, "remove `additionalProperties`, or write `false`");
        }
        if let Some(node) = object.get("x-adapters") {
            self.check_adapters(node);
        }
        if let Some(style) = self.text(object, "x-style") {
            let node = object.get("x-style").unwrap_or(self.root);
            self.check_word("x-style", node, style, &["baml"], &["dspy"]);
        }
    }

    fn check_adapters(&mut self, node: &'a Node) {
        let Some(names) = node.as_array().filter(|names| !names.is_empty()) else {
            self.bad_value("x-adapters", node, "a list of adapters, such as `[\"chat\"]`");
            return;
        };
        for name in names {
            match name.as_str() {
                Some(word) => {
                    self.check_word(
                        "x-adapters",
                        name,
                        word,
                        &["chat"],
                        &["json", "xml", "two_step"],
                    );
                }
                None => self.bad_item("x-adapters", name, "strings"),
            }
        }
    }

    /// Refuses a word that is not supported, or not yet.
    fn check_word(
        &mut self,
        keyword: &str,
        node: &Node,
        word: &str,
        known: &[&str],
        later: &[&str],
    ) {
        if later.contains(&word) {
            let message = format!("`{word}` is not supported yet");
            let help = format!("`{keyword}` takes `{}` so far", known.join("`, `"));
            self.report(self.problem(Code::UnsupportedKeyword, node.span, message).help(help));
        } else if !known.contains(&word) {
            self.unknown_word(keyword, node, word, known);
        }
    }

    fn name(&mut self, object: &'a Object) -> Option<Spanned> {
        let Some(node) = object.get("title") else {
            let message = "a signature needs a `title`, which names it";
            let place = self.place(self.root.span);
            let start = crate::schema::Span { end: place.span.start + 1, ..place.span };
            let help = "add one, such as `\"title\": \"AnswerQuestion\"`";
            self.report(self.problem(Code::MissingTitle, start, message).help(help));
            return None;
        };
        let text = node.as_str()?;
        if !text.chars().any(char::is_alphabetic) {
            let message = format!("the title {} gives no name in Rust", quoted(text));
            let help = "use at least one letter";
            self.report(self.problem(Code::BadTitle, node.span, message).help(help));
            return None;
        }
        Some(Spanned { text: text.to_owned(), place: self.place(node.span) })
    }

    fn fields(&mut self, object: &'a Object) -> Vec<Field> {
        let members = self.properties(object);
        let required = self.required(object, members);
        let required: HashSet<&str> = required.iter().filter_map(|node| node.as_str()).collect();
        let known: HashSet<&str> = members.iter().map(|member| member.key.as_str()).collect();
        for name in object.get("required").and_then(Node::as_array).unwrap_or_default() {
            if let Some(text) = name.as_str().filter(|text| !known.contains(text)) {
                let message = format!("`required` names {}, which is no field", quoted(text));
                let problem = self.problem(Code::BadValue, name.span, message);
                self.report(problem.help("add it to `properties`, or remove the name"));
            }
        }
        let marks = ["x-field", "__dspy_field_type"];
        let has_mark = |member: &Member| {
            let property = member.value.as_object();
            property.is_some_and(|property| marks.iter().any(|mark| property.get(mark).is_some()))
        };
        if !members.iter().any(has_mark) {
            let node = object.get("properties").unwrap_or(self.root);
            let span = object.member("properties").map_or(node.span, |member| member.key_span);
            let message = "no property has `x-field`, so this is no signature";
            let help =
                "mark each property with `\"x-field\": \"input\"` or `\"x-field\": \"output\"`";
            self.report(self.problem(Code::NoFields, span, message).help(help));
            // The types are examined all the same, for their own problems.
            for member in members {
                self.property(member, required.contains(member.key.as_str()));
            }
            return Vec::new();
        }
        for member in members {
            self.vet(&member.value, Site::Field);
            self.check_field_name(member);
        }
        let fields = members.iter().filter_map(|member| {
            let is_required = required.contains(member.key.as_str());
            let direction = self.direction(member);
            let mut property = self.property(member, is_required);
            let object = member.value.as_object()?;
            if property.description.is_none() {
                property.description = self.dspy_description(member, object);
            }
            self.text(object, "prefix");
            let direction = direction?;
            let (format, render) = self.printing(object, direction);
            Some(Field { property, direction, format, render })
        });
        let fields: Vec<Field> = fields.collect();
        let is_known = fields.len() == members.len();
        if is_known && !fields.iter().any(|field| field.direction == Direction::Output) {
            let span = object.member("properties").map_or(self.root.span, |member| member.key_span);
            let message = "a signature needs at least one output field";
            let help = "mark what the model should give with `\"x-field\": \"output\"`";
            self.report(self.problem(Code::NoOutputs, span, message).help(help));
        }
        fields
    }

    /// A field stands under the marker `[[ ## name ## ]]`, which takes a line.
    fn check_field_name(&mut self, member: &'a Member) {
        let name = member.key.as_str();
        let trouble = if name == "completed" {
            "is what the marker at the end of a reply is called"
        } else if name.trim().is_empty() {
            "is blank, so its marker would be too"
        } else if name.trim() != name || name.contains(char::is_control) {
            "has blanks at its ends, or a line break or another control character"
        } else if name.contains("##") || name.contains("]]") {
            "holds a part of the marker that it would stand in"
        } else {
            return;
        };
        let message = format!("the field name {} {trouble}", quoted(name));
        let help = "choose another name; the Rust name can be set with `x-rust-name`";
        self.report(self.problem(Code::ReservedName, member.key_span, message).help(help));
    }

    /// The side that a field is on.
    fn direction(&mut self, member: &'a Member) -> Option<Direction> {
        let object = member.value.as_object();
        let [ours, theirs] = ["x-field", "__dspy_field_type"].map(|key| object?.member(key));
        let mut read = |mark: Option<&'a Member>| {
            let mark = mark?;
            match mark.value.as_str() {
                Some("input") => Some(Direction::Input),
                Some("output") => Some(Direction::Output),
                Some(word) => {
                    self.unknown_word(&mark.key, &mark.value, word, &["input", "output"]);
                    None
                }
                None => {
                    self.bad_value(&mark.key, &mark.value, "`input` or `output`");
                    None
                }
            }
        };
        let (one, other) = (read(ours), read(theirs));
        if let (Some(one), Some(other), Some(ours), Some(theirs)) = (one, other, ours, theirs)
            && one != other
        {
            let message = "`x-field` and `__dspy_field_type` disagree";
            let problem = self.problem(Code::XFieldConflict, ours.value.span, message);
            let problem = problem.related(self.place(theirs.value.span), "the other says this");
            self.report(problem.help("remove one of them"));
        }
        if ours.is_none() && theirs.is_none() {
            let message =
                format!("the field {} says neither input nor output", quoted(&member.key));
            let help = "add `\"x-field\": \"input\"` or `\"x-field\": \"output\"`";
            self.report(self.problem(Code::MissingXField, member.key_span, message).help(help));
        }
        one.or(other)
    }

    /// The `desc` of a field, unless it is the `${name}` that stands there when nothing was said.
    fn dspy_description(&mut self, member: &Member, object: &'a Object) -> Option<String> {
        let text = self.text(object, "desc")?;
        let is_placeholder =
            text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')) == Some(&member.key);
        (!text.is_empty() && !is_placeholder).then(|| text.to_owned())
    }

    /// `x-format` and `x-render`.
    fn printing(
        &mut self,
        object: &'a Object,
        direction: Direction,
    ) -> (Option<InputFormat>, Option<Spanned>) {
        let [format, render] = ["x-format", "x-render"].map(|key| object.member(key));
        for member in [format, render].into_iter().flatten() {
            if direction == Direction::Output {
                let message = format!("`{}` has no effect on an output field", member.key);
                let help = "it says how an input value is printed";
                self.report(
                    self.problem(Code::MisplacedKeyword, member.key_span, message).help(help),
                );
            }
        }
        if let (Some(format), Some(render)) = (format, render) {
            let message = "`x-render` and `x-format` both say how the value is printed";
            let problem = self.problem(Code::UnsupportedShape, render.key_span, message);
            let problem = problem.related(self.place(format.key_span), "the other is here");
            self.report(problem.help("keep one of them"));
        }
        let format = format.and_then(|member| self.input_format(&member.value));
        let render = self.text(object, "x-render").zip(render);
        let render = render.map(|(text, member)| Spanned {
            text: text.to_owned(),
            place: self.place(member.value.span),
        });
        (format, render)
    }

    fn input_format(&mut self, node: &Node) -> Option<InputFormat> {
        match node.as_str() {
            Some("json") => return Some(InputFormat::Json),
            Some("yaml") => return Some(InputFormat::Yaml),
            Some("toon") => return Some(InputFormat::Toon),
            Some(word) => self.unknown_word("x-format", node, word, &["json", "yaml", "toon"]),
            None => self.bad_value("x-format", node, "`json`, `yaml` or `toon`"),
        }
        None
    }
}

const STARTER: &str =
    "begin with `{ \"title\": \"Name\", \"type\": \"object\", \"properties\": { … } }`";
