//! All decisions on the Rust to write: names, types, derives, prompt text. The next stage has no policy.

mod boxes;
mod derives;
mod docs;
mod names;
pub(crate) mod prompt;
mod reach;
mod rules;
pub(crate) mod template;
mod types;
mod values;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

pub(crate) use docs::{is_harmful, link};
pub(crate) use prompt::ChatText;
pub(crate) use rules::{Rule, Rules, Within};
pub(crate) use template::{Template, Templates};
pub(crate) use types::{Leaf, RustType};
pub(crate) use values::{FieldValue, Value};

use self::boxes::Boxes;
use self::derives::Derives;
use self::names::{Names, Scope};
use self::prompt::{Excess, PromptError};
use self::reach::Reach;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ir::{self, Direction, InputFormat, Kind, Presence, Signature, TypeId};

/// The code of one signature, decided to the last name.
pub(crate) struct Module {
    /// The module's name, and the stem of its file's.
    pub(crate) name: String,
    /// The signature's name as the schema spells it.
    pub(crate) title: String,
    /// The type that implements the signature.
    pub(crate) marker: String,
    pub(crate) instructions: String,
    pub(crate) docs: Vec<String>,
    pub(crate) input: Struct,
    pub(crate) output: Struct,
    pub(crate) items: Vec<Item>,
    pub(crate) chat: ChatText,
    /// The user and assistant messages of baked demos.
    pub(crate) demos: Vec<(String, String)>,
    /// Names that one of our own types takes from the prelude.
    pub(crate) shadowed: BTreeSet<String>,
}

/// A type of the module.
pub(crate) enum Item {
    Struct(Struct),
    Enum(Enum),
    Union(Union),
}

/// A struct.
pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) derives: Vec<&'static str>,
    pub(crate) fields: Vec<Field>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) is_open: bool,
    /// Whether replies hold it.
    pub(crate) is_read: bool,
    /// The type of partial values, if there is one of its own.
    pub(crate) partial: Option<String>,
}

/// A field of a struct.
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) wire_name: String,
    pub(crate) docs: Vec<String>,
    /// The type of the value; [`Nullable`](RustType::Option) included, absence not.
    pub(crate) ty: RustType,
    pub(crate) presence: FieldPresence,
    pub(crate) rules: Rules,
    /// How an input field is printed.
    pub(crate) format: Option<InputFormat>,
    /// The template that prints an input field.
    pub(crate) render: Option<Template>,
}

/// Whether a field may be absent.
pub(crate) enum FieldPresence {
    Required,
    Optional,
    Default(Value),
}

/// A key with one value, which the struct does not hold.
pub(crate) struct Constant {
    pub(crate) wire_name: String,
    /// The value as JSON text.
    pub(crate) json: String,
    /// How many fields stand before it.
    pub(crate) position: usize,
}

/// A fieldless enum.
pub(crate) struct Enum {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) variants: Vec<EnumVariant>,
    pub(crate) is_read: bool,
    pub(crate) values: EnumValues,
}

/// What the values of an enum are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnumValues {
    Strings,
    Signed,
    Unsigned,
}

/// A variant of a fieldless enum.
pub(crate) struct EnumVariant {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) value: String,
}

/// An enum whose variants hold structs.
pub(crate) struct Union {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    pub(crate) derives: Vec<&'static str>,
    pub(crate) arms: Vec<Arm>,
    pub(crate) tag: Option<String>,
    pub(crate) is_read: bool,
    pub(crate) partial: Option<String>,
}

/// A variant of a union.
pub(crate) struct Arm {
    pub(crate) name: String,
    pub(crate) docs: Vec<String>,
    /// What it holds.
    pub(crate) ty: RustType,
    /// The tag's value.
    pub(crate) tag: Option<String>,
}

/// Decides on the code of a signature. `None` if something about it cannot be done, which is reported.
pub(crate) fn plan(signature: &Signature, diagnostics: &mut Diagnostics) -> Option<Module> {
    let names = Names::of(signature);
    let name_of = |id: TypeId| names.prompt_name(id);
    let chat = match prompt::chat_text(signature, &name_of) {
        Ok(chat) => chat,
        Err(error) => {
            diagnostics.push(too_large(&error));
            return None;
        }
    };
    let boxes = Boxes::of(signature);
    let reach = Reach::of(signature);
    let derives = Derives::of(signature, &boxes);
    let label = |field: &ir::Field| prompt::label(signature, &name_of, field);
    let context = template::Context {
        signature,
        inputs: &template::input_names(signature),
        label: &label,
        properties: &|id| template::property_names(signature, id),
        arms: &|id| template::arm_paths(signature, &names, id),
    };
    let planner = Planner {
        signature,
        context: &context,
        diagnostics: RefCell::new(diagnostics),
        names: &names,
        boxes: &boxes,
        reach: &reach,
        derives: &derives,
        budget: Cell::new(DEFAULT_LIMIT),
        depth: Cell::new(0),
    };
    let items =
        (0..signature.types.all.len()).map(TypeId).filter_map(|id| planner.item(id)).collect();
    let input = planner.side(Direction::Input);
    let templates = Templates::of(&input);
    let demos = signature.demos.iter();
    let demos = demos.filter_map(|demo| prompt::demo_messages(signature, &chat, demo, &templates));
    let module = Module {
        name: names.module.clone(),
        title: signature.name.text.clone(),
        marker: names.marker.clone(),
        instructions: signature.instructions.clone(),
        docs: docs::lines(&signature.instructions, || {
            format!("The `{}` task.", signature.name.text)
        }),
        demos: demos.collect(),
        output: planner.side(Direction::Output),
        input,
        items,
        chat,
        shadowed: names.shadowed(),
    };
    let Planner { budget, diagnostics, .. } = planner;
    let diagnostics = diagnostics.into_inner();
    if budget.get() == 0 {
        let message = format!(
            "the defaults of the schema make more than {DEFAULT_LIMIT} values, or never end"
        );
        let help = "a type whose default holds the type itself has no finite default; make the property optional instead";
        diagnostics
            .push(Diagnostic::new(Code::DefaultMismatch, signature.place, message).help(help));
        return None;
    }
    Some(module)
}

/// How many values the default expressions of a module may have together.
const DEFAULT_LIMIT: usize = 100_000;

fn too_large(error: &PromptError) -> Diagnostic {
    let (message, help) = match error.excess {
        Excess::Size => (
            format!("the prompt passes {} bytes", prompt::PROMPT_LIMIT),
            "objects are printed wherever they are used; use them fewer times, or make the types smaller",
        ),
        Excess::Depth => (
            format!("types are nested more than {} levels deep", prompt::DEPTH_LIMIT),
            "make the types flatter; a model cannot follow such nesting either",
        ),
    };
    Diagnostic::new(Code::PromptTooLarge, error.place, message).help(help)
}

struct Planner<'p> {
    signature: &'p Signature,
    /// What templates and rules can name.
    context: &'p template::Context<'p>,
    diagnostics: RefCell<&'p mut Diagnostics>,
    names: &'p Names,
    boxes: &'p Boxes,
    reach: &'p Reach,
    derives: &'p Derives<'p>,
    /// How many more values default expressions may have; nothing is left if there were too many.
    budget: Cell<usize>,
    /// How deeply the current default expression is nested.
    depth: Cell<usize>,
}

impl Planner<'_> {
    /// The struct of all input or all output fields.
    fn side(&self, direction: Direction) -> Struct {
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
                    template::compile_render(source, at, self.context, &mut self.diagnostics.borrow_mut())
                });
                planned
            })
            .collect();
        let (name, what) =
            if is_output { (&self.names.output, "output") } else { (&self.names.input, "input") };
        Struct {
            name: name.clone(),
            docs: vec![format!("The {what} fields of {}.", link(&self.names.marker))],
            derives: self.derives.of_properties(fields.iter().map(|field| &field.property)),
            fields: planned,
            constants: Vec::new(),
            is_open: true,
            is_read: is_output,
            partial: is_output.then(|| self.names.partial.clone()),
        }
    }

    /// The item that a type needs, if it needs one.
    fn item(&self, id: TypeId) -> Option<Item> {
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
                Some(Item::Struct(Struct {
                    name,
                    docs: describe("The object"),
                    derives: self.derives.of_type(id),
                    fields,
                    constants: constants.collect(),
                    is_open: object.is_open,
                    is_read: self.reach.is_read(id),
                    partial,
                }))
            }
            Kind::Enum(values) => {
                Some(Item::Enum(self.fieldless(id, name, describe("The values of"), values)))
            }
            Kind::Union(union) => {
                let mut scope = Scope::variants();
                let arms =
                    union.arms.iter().map(|&arm| self.arm(id, arm, union, &mut scope)).collect();
                Some(Item::Union(Union {
                    name,
                    docs: describe("One of several objects:"),
                    derives: self.derives.of_type(id),
                    arms,
                    tag: union.tag.clone(),
                    is_read: self.reach.is_read(id),
                    partial,
                }))
            }
            _ => None,
        }
    }

    fn field(&self, property: &ir::Property, owner: Option<TypeId>, scope: &mut Scope) -> Field {
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
        Field {
            name: scope.take(wanted),
            wire_name: property.wire_name.clone(),
            docs: docs::lines(property.description.as_deref().unwrap_or_default(), || {
                format!("The field `{}`.", docs::code(&property.wire_name))
            }),
            rules: self.rules(property),
            ty,
            presence,
            format: None,
            render: None,
        }
    }

    fn rules(&self, property: &ir::Property) -> Rules {
        let mut rules = rules::of(self.signature, property);
        for check in &property.checks {
            let diagnostics = &mut self.diagnostics.borrow_mut();
            let rule = template::compile_rule(&check.expression, property.ty, self.context, diagnostics);
            rules.here.extend(rule.map(|rule| Rule::Expression {
                rule,
                label: check.label.text.clone(),
                is_assert: check.is_assert,
            }));
        }
        rules
    }

    fn fieldless(&self, id: TypeId, name: String, docs: Vec<String>, values: &ir::Enum) -> Enum {
        let kinds = values.variants.iter().map(|variant| match &variant.value {
            ir::Literal::Integer(text) if text.parse::<i64>().is_err() => EnumValues::Unsigned,
            ir::Literal::Integer(_) => EnumValues::Signed,
            _ => EnumValues::Strings,
        });
        let values_kind = kinds.fold(EnumValues::Signed, |all, one| match (all, one) {
            (EnumValues::Strings, _) | (_, EnumValues::Strings) => EnumValues::Strings,
            (EnumValues::Unsigned, _) | (_, EnumValues::Unsigned) => EnumValues::Unsigned,
            _ => EnumValues::Signed,
        });
        let mut scope = Scope::variants();
        let variants = values.variants.iter().map(|variant| {
            let value = types::literal_text(&variant.value);
            let wanted =
                variant.rust_name.as_ref().map_or(value.as_str(), |name| name.text.as_str());
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
        }
    }

    fn arm(&self, union_id: TypeId, arm: TypeId, union: &ir::Union, scope: &mut Scope) -> Arm {
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
        let wanted =
            tag.clone().unwrap_or_else(|| own.strip_prefix(prefix).unwrap_or(own).to_owned());
        let name = scope.take(&wanted);
        Arm {
            docs: docs::lines(ty.description.as_deref().unwrap_or_default(), || {
                format!("The object `{}`.", self.names.prompt_name(arm))
            }),
            name,
            ty: types::of(self.signature, self.names, self.boxes, Some(union_id), arm),
            tag,
        }
    }
}
