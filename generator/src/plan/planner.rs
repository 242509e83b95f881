//! From types and fields of the model to items of the module.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::boxes::Boxes;
use super::derives::Derives;
use super::library::LibraryType;
use super::module::{
    Arm, Constant, Enum, EnumValues, EnumVariant, Field, FieldPresence, Item, Newtype, Struct,
    Union,
};
use super::names::Names;
use super::reach::Reach;
use super::scope::Scope;
use super::{Patterns, Rule, Rules, docs, kinds, rules, template, types, values};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Place};
use crate::ir::{self, Direction, Kind, Presence, Signature, TypeId};
use crate::schema::Node;

/// All that decisions on one type depend on.
pub(super) struct Planner<'p> {
    pub(super) signature: &'p Signature,
    /// What templates and rules can name.
    pub(super) context: &'p template::Context<'p>,
    pub(super) diagnostics: RefCell<&'p mut Diagnostics>,
    /// Where the defaults stand that were refused; one that several places fill in is complained of once.
    pub(super) refused: RefCell<BTreeSet<usize>>,
    pub(super) names: &'p Names,
    pub(super) boxes: &'p Boxes,
    pub(super) reach: &'p Reach,
    pub(super) derives: &'p Derives<'p>,
    pub(super) patterns: &'p Patterns,
    /// How many more values default expressions may have; nothing is left if there were too many.
    pub(super) budget: Cell<usize>,
    /// How deeply the current default expression is nested.
    pub(super) depth: Cell<usize>,
}

impl Planner<'_> {
    /// The struct of all input or all output fields.
    pub(super) fn side(&self, direction: Direction) -> Struct {
        let fields: Vec<_> =
            self.signature.fields.iter().filter(|field| field.direction == direction).collect();
        let mut scope = Scope::fields();
        let is_output = direction == Direction::Output;
        let planned = fields
            .iter()
            .enumerate()
            .map(|(at, field)| {
                let mut planned = self.field(&field.property, None, &mut scope);
                planned.format = field.format;
                planned.render = field.render.as_ref().filter(|_| !is_output).and_then(|source| {
                    template::compile_render(
                        source,
                        at,
                        self.context,
                        &mut self.diagnostics.borrow_mut(),
                    )
                });
                planned
            })
            .collect();
        let (name, what) =
            if is_output { (&self.names.output, "output") } else { (&self.names.input, "input") };
        Struct {
            name: name.clone(),
            docs: vec![format!("The {what} fields of {}.", docs::link(&self.names.marker))],
            derives: self.derives.of_properties(fields.iter().map(|field| &field.property)),
            fields: planned,
            constants: Vec::new(),
            additional: None,
            guards: Vec::new(),
            is_open: true,
            is_read: is_output || self.reach.are_inputs_read(),
            partial: is_output.then(|| self.names.partial.clone()),
            slots: self.names.side_slots_name(direction),
        }
    }

    /// The item that a type needs, if it needs one.
    pub(super) fn item(&self, id: TypeId) -> Option<Item> {
        let ty = &self.signature.types[id];
        if !self.reach.is_used(id) {
            return None;
        }
        let name = self.names.rust_name(id)?.to_owned();
        let describe = |what: &str| {
            docs::lines(ty.description.as_deref().unwrap_or_default(), || {
                format!("{what} `{}`.", self.names.prompt_name(id))
            })
        };
        let partial = self.reach.has_partial(id).then(|| self.names.partial_name(id)).flatten();
        match &ty.kind {
            Kind::Object(object) => {
                let mut scope = Scope::fields();
                let fields = object
                    .properties
                    .iter()
                    .map(|property| self.field(property, Some(id), &mut scope))
                    .collect();
                let constants = object.constants.iter().map(|constant| Constant {
                    wire_name: constant.wire_name.clone(),
                    json: types::literal_json(&constant.value),
                    position: constant.position,
                });
                let additional = object.additional.map(|value| Field {
                    name: scope.take("additional_properties"),
                    wire_name: String::new(),
                    docs: vec!["The members with other keys.".to_owned()],
                    ty: types::of(self.signature, self.names, self.boxes, None, value),
                    presence: FieldPresence::Required,
                    rules: self.source().of(value),
                    format: None,
                    render: None,
                });
                Some(Item::Struct(Struct {
                    additional,
                    guards: rules::guards(ty),
                    name,
                    docs: describe("The object"),
                    derives: self.derives.of_type(id),
                    fields,
                    constants: constants.collect(),
                    is_open: object.is_open,
                    is_read: self.reach.is_read(id),
                    partial,
                    slots: self.names.slots_name(id),
                }))
            }
            Kind::Enum(values) => {
                Some(Item::Enum(self.fieldless(id, name, describe("The values of"), values)))
            }
            Kind::Union(union) => {
                let kinds = self.signature.types.kinds(id);
                let mut scope = Scope::variants();
                let arms =
                    union.arms.iter().map(|&arm| self.arm(id, arm, union, &mut scope)).collect();
                Some(Item::Union(Union {
                    name,
                    docs: describe(if kinds == ir::JsonKinds::OBJECT {
                        "One of several objects:"
                    } else {
                        "One of several types:"
                    }),
                    derives: self.derives.of_type(id),
                    arms,
                    tag: union.tag.clone(),
                    is_exclusive: union.is_exclusive,
                    kinds,
                    guards: rules::guards(ty),
                    is_read: self.reach.is_read(id),
                    partial,
                }))
            }
            _ => Some(Item::Newtype(Newtype {
                name,
                docs: describe("The value"),
                derives: self.derives.of_type(id),
                ty: types::within(self.signature, self.names, self.boxes, None, id),
                rules: self.source().within(id),
                is_read: self.reach.is_read(id),
            })),
        }
    }

    fn source(&self) -> rules::Source<'_> {
        rules::Source { signature: self.signature, names: self.names, patterns: self.patterns }
    }

    /// Reports that no code can be written for a default, whose type is a library's.
    pub(super) fn refuse_default(&self, node: &Node, reason: &str) {
        let message = format!("the default cannot be written as its library's type: {reason}");
        let place = Place { span: node.span, ..self.signature.place };
        let help = "write another default or none, or generate without the library";
        let problem = Diagnostic::new(Code::DefaultMismatch, place, message).help(help);
        if self.refused.borrow_mut().insert(node.span.start) {
            self.diagnostics.borrow_mut().push(problem);
        }
    }

    pub(super) fn field(
        &self,
        property: &ir::Property,
        owner: Option<TypeId>,
        scope: &mut Scope,
    ) -> Field {
        let wanted = property
            .rust_name
            .as_ref()
            .map_or(property.wire_name.as_str(), |name| name.text.as_str());
        let ty = types::of(self.signature, self.names, self.boxes, owner, property.ty);
        let presence = match &property.presence {
            Presence::Required => FieldPresence::Required,
            Presence::Optional => FieldPresence::Optional,
            Presence::Default(node) => {
                FieldPresence::Default(values::of(self, property.ty, &ty, node))
            }
        };
        let mut docs = docs::lines(property.description.as_deref().unwrap_or_default(), || {
            format!("The field `{}`.", docs::code(&property.wire_name))
        });
        if property.is_deprecated {
            docs.extend([String::new(), "Deprecated.".to_owned()]);
        }
        Field {
            name: scope.take(wanted),
            wire_name: property.wire_name.clone(),
            docs,
            rules: self.rules(property),
            ty,
            presence,
            format: None,
            render: None,
        }
    }

    pub(super) fn rules(&self, property: &ir::Property) -> Rules {
        let mut rules = self.source().of(property.ty);
        for check in &property.checks {
            let diagnostics = &mut self.diagnostics.borrow_mut();
            let rule =
                template::compile_rule(&check.expression, property.ty, self.context, diagnostics);
            rules.here.extend(rule.map(|rule| Rule::Expression {
                rule,
                label: check.label.text.clone(),
                is_assert: check.is_assert,
            }));
        }
        rules
    }

    pub(super) fn fieldless(
        &self,
        id: TypeId,
        name: String,
        docs: Vec<String>,
        values: &ir::Enum,
    ) -> Enum {
        let values_kind = kinds::of_values(values);
        let mut scope = Scope::variants();
        let variants = values.variants.iter().map(|variant| {
            let plain = types::literal_text(&variant.value);
            let wanted =
                variant.rust_name.as_ref().map_or(plain.as_str(), |name| name.text.as_str());
            let value = match values_kind {
                EnumValues::Mixed => types::literal_json(&variant.value),
                _ => plain.clone(),
            };
            EnumVariant {
                name: scope.take(wanted),
                docs: docs::lines(variant.description.as_deref().unwrap_or_default(), || {
                    format!("`{}`", docs::code(&value))
                }),
                value,
            }
        });
        Enum {
            name,
            docs,
            variants: variants.collect(),
            is_read: self.reach.is_read(id),
            values: values_kind,
            guards: rules::guards(&self.signature.types[id]),
            kinds: self.signature.types.kinds(id),
        }
    }

    /// What a variant that holds values of a type is called, unless the type has a name of its own.
    fn variant_name(&self, id: TypeId) -> Option<&'static str> {
        let library = self.names.library(id).map(LibraryType::name);
        library.or_else(|| kinds::variant_name(&self.signature.types[id].kind))
    }

    pub(super) fn arm(
        &self,
        union_id: TypeId,
        arm: TypeId,
        union: &ir::Union,
        scope: &mut Scope,
    ) -> Arm {
        let ty = &self.signature.types[arm];
        let tag = union.tag.as_deref().and_then(|key| match &ty.kind {
            Kind::Object(object) => {
                object.constants.iter().find(|constant| constant.wire_name == key)
            }
            _ => None,
        });
        let tag = tag.map(|constant| types::literal_text(&constant.value));
        let prefix = self.names.rust_name(union_id).unwrap_or_default();
        let own = self.names.rust_name(arm).unwrap_or_default();
        let wanted = tag.clone().unwrap_or_else(|| match (&ty.name, self.variant_name(arm)) {
            (None, Some(name)) => name.to_owned(),
            (Some(name), Some(_)) => name.clone(),
            (_, None) => own.strip_prefix(prefix).unwrap_or(own).to_owned(),
        });
        let name = scope.take(&wanted);
        Arm {
            docs: docs::lines(ty.description.as_deref().unwrap_or_default(), || {
                kinds::in_words(&ty.kind).map_or_else(
                    || format!("The object `{}`.", self.names.prompt_name(arm)),
                    |words| format!("{words}."),
                )
            }),
            name,
            rules: self.source().of(arm),
            ty: types::of(self.signature, self.names, self.boxes, Some(union_id), arm),
            tag,
        }
    }
}
