//! Templates beside what `MiniJinja` prints for them, and refusals beside their messages.

mod oracle;
mod refused;

use sigcodegen_runtime::Json;

use super::{Context, Template, compile_render, compile_rule, evaluate, holds};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ir::{Direction, Field, Kind, Purpose, Signature, Spanned, TypeId, Types, lower};
use crate::plan::prompt::render_value;
use crate::schema::{Node, SourceMap, parse};

/// A signature whose input field `this` has all kinds of types, and a value of it.
const SCHEMA: &str = include_str!("schema.json");
const VALUE: &str = include_str!("value.json");

struct Fixture {
    signature: Signature,
}

impl Fixture {
    fn new() -> Self {
        let mut sources = SourceMap::default();
        let mut diagnostics = Diagnostics::default();
        let file = sources.read("schema.json", SCHEMA.into(), &mut diagnostics);
        let root = sources.file(file).root();
        let signature =
            root.and_then(|root| lower(file, root, Purpose::Signature, &mut diagnostics));
        let found = diagnostics.into_sorted();
        assert!(found.is_empty(), "{found:?}");
        Self { signature: signature.expect("the schema is right") }
    }

    fn with_context<T>(&self, use_it: impl FnOnce(&Context<'_>) -> T) -> T {
        let fields = self.signature.fields.iter();
        let inputs: Vec<(&Field, String)> = fields
            .filter(|field| field.direction == Direction::Input)
            .map(|field| {
                let name = field
                    .property
                    .rust_name
                    .as_ref()
                    .map_or(&field.property.wire_name, |name| &name.text);
                (field, name.clone())
            })
            .collect();
        let types = &self.signature.types;
        use_it(&Context {
            signature: &self.signature,
            inputs: &inputs,
            label: &|field| format!("label of {}", field.property.wire_name),
            properties: &|id| property_names(types, id),
            arms: &|id| arms(types, id),
            is_spelled: &|_| false,
        })
    }

    fn compile(&self, template: &str) -> Result<Template, Vec<Diagnostic>> {
        let mut diagnostics = Diagnostics::default();
        let source = Spanned { text: template.to_owned(), place: self.signature.place };
        let template =
            self.with_context(|context| compile_render(&source, 0, context, &mut diagnostics));
        template.ok_or_else(|| diagnostics.into_sorted())
    }

    /// Whether a property of `this` keeps a rule.
    fn rule(&self, property: &str, expression: &str) -> Result<bool, Vec<Diagnostic>> {
        let mut diagnostics = Diagnostics::default();
        let source = Spanned { text: expression.to_owned(), place: self.signature.place };
        let Kind::Object(object) = &self.signature.types[self.signature.fields[0].property.ty].kind
        else {
            panic!("`this` is an object");
        };
        let property =
            object.properties.iter().find(|one| one.wire_name == property).expect("it is there");
        let rule = self
            .with_context(|context| compile_rule(&source, property.ty, context, &mut diagnostics));
        let value = self.inputs()[0].1.get(&property.wire_name).cloned().expect("it has a value");
        rule.map(|rule| holds(&rule, &value)).ok_or_else(|| diagnostics.into_sorted())
    }

    /// The values of the input fields, as generated code writes them.
    fn inputs(&self) -> Vec<(String, Json)> {
        let mut diagnostics = Diagnostics::default();
        let value =
            parse(VALUE, self.signature.place.file, &mut diagnostics).expect("the value is JSON");
        let fields =
            self.signature.fields.iter().filter(|field| field.direction == Direction::Input);
        fields.map(|field| (field.property.wire_name.clone(), self.input(field, &value))).collect()
    }

    fn input(&self, field: &Field, value: &Node) -> Json {
        let key = &field.property.wire_name;
        let node =
            value.as_object().and_then(|object| object.get(key)).expect("every field has a value");
        let json = render_value(
            &self.signature,
            field.property.ty,
            node,
            Some(crate::ir::InputFormat::Json),
        );
        Json::parse(&json.expect("JSON is always printed")).expect("it is JSON")
    }

    fn run(&self, template: &str) -> Result<String, Vec<Diagnostic>> {
        let compiled = self.compile(template)?;
        let inputs = self.inputs();
        Ok(evaluate(&compiled, &inputs[0].1, &inputs))
    }
}

fn property_names(types: &Types, id: TypeId) -> Vec<String> {
    let Kind::Object(object) = &types[id].kind else { return Vec::new() };
    object.properties.iter().map(|property| property.wire_name.clone()).collect()
}

fn arms(types: &Types, id: TypeId) -> Vec<(String, String)> {
    let Kind::Union(union) = &types[id].kind else { return Vec::new() };
    union
        .arms
        .iter()
        .map(|arm| (types[*arm].name.clone().unwrap_or_default(), String::new()))
        .collect()
}
