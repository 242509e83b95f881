//! From a file's JSON to a [`Signature`].

mod arms;
mod assert;
mod canon;
mod cycle;
mod demo;
mod dialect;
mod enumeration;
mod files;
mod finish;
mod guard;
mod kinds;
mod list;
mod merge;
mod named_rule;
mod never;
mod number;
mod object;
mod property;
mod reference;
mod resource;
mod seen;
mod shape;
mod signature;
mod tag;
mod union;
mod vocabulary;

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use typed_arena::Arena;

use self::dialect::Dialect;
pub use self::files::Files;
use self::reference::{Chain, Target};
use self::resource::Resources;
use self::vocabulary::Site;
use super::{Kind, NamedRule, Signature, Type, TypeId, Types};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::schema::{FileId, Member, Node, Object, Span};

/// Reads a file's signature. All problems of the file are reported; `None` when one of them is an error.
///
/// Rules that concern several files are [`check_together`](super::check_together)'s.
pub fn lower(
    file: FileId,
    root: &Node,
    purpose: Purpose<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Signature> {
    lower_among(&Files::default(), file, root, purpose, diagnostics)
}

/// [`lower`] for a file that may refer to others.
pub fn lower_among(
    others: &Files<'_>,
    file: FileId,
    root: &Node,
    purpose: Purpose<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Signature> {
    let arena = Arena::new();
    let mut lowering = Lowering {
        file,
        root,
        arena: &arena,
        dialect: Dialect::of_file(root),
        resources: Resources::of(root, Dialect::of_file(root)),
        others,
        files: Vec::new(),
        is_types_only: false,
        modern: HashMap::new(),
        canons: HashMap::new(),
        merges: HashMap::new(),
        fingerprints: HashMap::new(),
        merge_budget: MERGE_LIMIT,
        interned: HashMap::new(),
        shaping: 0,
        open: Vec::new(),
        rules: Vec::new(),
        rule_ids: HashMap::new(),
        rule_queue: VecDeque::new(),
        rule_spans: Vec::new(),
        diagnostics,
        has_failed: false,
        reported: HashSet::new(),
        types: Types::default(),
        origins: Vec::new(),
        ids: HashMap::new(),
        merged_ids: HashMap::new(),
        queue: VecDeque::new(),
        unions: Vec::new(),
        defaults: Vec::new(),
        vetted: HashSet::new(),
        targets: HashMap::new(),
        indexes: HashMap::new(),
    };
    let mut signature = match purpose {
        Purpose::Types(name) if !has_fields(root) => Some(lowering.types_only(name)),
        Purpose::Types(_) | Purpose::Signature => lowering.signature(),
    };
    signature.iter_mut().for_each(Signature::fold_rules);
    if lowering.has_failed { None } else { signature }
}

/// How many values the merged schemas of a file may be made of together.
const MERGE_LIMIT: usize = 2_000_000;

/// How many types a file may have.
const MOST_TYPES: usize = 200_000;

/// What a file is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose<'n> {
    /// A signature.
    Signature,
    /// A signature if its properties say so, else a type of its own, which has this name if it has no `title`.
    Types(&'n str),
}

/// Whether a property of the root says that it is a field.
fn has_fields(root: &Node) -> bool {
    let properties = root.as_object().and_then(|object| object.get("properties")?.as_object());
    properties.is_some_and(|object| {
        let marks = ["x-field", "__dspy_field_type"];
        let has = |node: &Node| {
            node.as_object().is_some_and(|one| marks.iter().any(|mark| one.get(mark).is_some()))
        };
        object.members.iter().any(|member| has(&member.value))
    })
}

/// What is known so far of one file.
///
/// Schemas wait in a queue instead of being entered at once, so that a long chain of references costs
/// no stack; decisions that need another type's kind are made when the queue is empty.
struct Lowering<'a, 'd> {
    file: FileId,
    root: &'a Node,
    /// Schemas that were made of the file's.
    arena: &'a Arena<Node>,
    dialect: Dialect,
    resources: Resources<'a>,
    others: &'d Files<'d>,
    /// The other files that were opened: where their places begin and end, behind those of this file.
    files: Vec<(usize, FileId, usize)>,
    /// Whether the root is a type, which may be referred to.
    is_types_only: bool,
    /// Schemas of older drafts in the spelling of 2020-12.
    modern: HashMap<*const Node, &'a Node>,
    /// Each schema with all that holds together with it; `None` when no value fits.
    canons: HashMap<*const Node, Option<&'a Object>>,
    /// What the same schemas, known by their fingerprints, were merged to.
    merges: HashMap<Vec<u64>, Option<&'a Object>>,
    fingerprints: HashMap<*const Object, u64>,
    /// How many values merged schemas may still be made of.
    merge_budget: usize,
    /// Schemas of our own making by their fingerprints.
    interned: HashMap<u64, &'a Node>,
    /// How many cases that stand within each other are being looked at.
    shaping: usize,
    /// The unions within unions that are being taken apart.
    open: Vec<&'a Node>,
    /// The rules of schemas that rules refer to.
    rules: Vec<NamedRule>,
    rule_ids: HashMap<*const Node, usize>,
    rule_queue: VecDeque<(usize, &'a Node)>,
    rule_spans: Vec<Span>,
    diagnostics: &'d mut Diagnostics,
    has_failed: bool,
    /// A place that is reached by several ways is complained of once.
    reported: HashSet<(Code, Span, String)>,
    types: Types,
    /// Beside each type, the schema that it comes from.
    origins: Vec<Origin<'a>>,
    ids: HashMap<*const Node, TypeId>,
    merged_ids: HashMap<*const Object, TypeId>,
    queue: VecDeque<TypeId>,
    unions: Vec<PendingUnion<'a>>,
    /// Values to check once all types are known.
    defaults: Vec<(TypeId, &'a Node)>,
    vetted: HashSet<*const Node>,
    /// What each `$ref` that was followed names; `None` for those that were refused.
    targets: HashMap<*const Member, Option<Target<'a>>>,
    /// The members of large objects by key.
    indexes: HashMap<*const Object, HashMap<&'a str, &'a Node>>,
}

/// Where a type comes from.
struct Origin<'a> {
    node: &'a Node,
    /// The name that the way to it gives: a key under `$defs`.
    key: Option<Rc<str>>,
    /// Whether the schema's description is the type's own and not a property's.
    is_own: bool,
    /// The type that stands in place under this nullable one and shares its name and description.
    inner: Option<TypeId>,
}

/// A union whose arms are to be examined once they are known.
struct PendingUnion<'a> {
    id: TypeId,
    /// `oneOf` or `anyOf`.
    keyword: &'static str,
    arms: Vec<(TypeId, &'a Node)>,
    /// The key that `discriminator` names.
    hint: Option<&'a Node>,
}

/// How a schema is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// As a property, which takes description and checks for itself.
    Property,
    /// As the one arm beside `null`; its checks were taken by whoever reached the nullable type.
    NullableArm,
    /// As a list item, a map value or the arm of a union.
    Part,
}

impl<'a> Lowering<'a, '_> {
    /// The type of a schema.
    fn type_of(&mut self, node: &'a Node, role: Role) -> TypeId {
        if role == Role::Part {
            self.refuse_checks(node);
        }
        let Some(chain) = self.follow(node, Site::of(role)) else {
            // It was refused; accepting anything, it causes no further problem.
            return self.id_of(node);
        };
        self.type_of_chain(chain, role)
    }

    /// The type that a followed schema ends at.
    fn type_of_chain(&mut self, chain: Chain<'a>, role: Role) -> TypeId {
        let target = chain.target();
        let known = self.types.all.len();
        let id = self.id_of(target);
        if id.0 == known {
            self.queue.push_back(id);
        }
        let origin = &mut self.origins[id.0];
        origin.is_own |= role != Role::Property || chain.nodes.len() > 1;
        if origin.key.is_none() {
            origin.key = chain.key;
        }
        id
    }

    /// Gives all waiting schemas their kinds.
    fn drain(&mut self) {
        while let Some(id) = self.queue.pop_front() {
            if self.types.all.len() > MOST_TYPES {
                let message = format!("the file has more than {MOST_TYPES} types");
                let span = self.origins[id.0].node.span;
                let problem = self.problem(Code::TooDeep, span, message);
                self.report(problem.help("split the file, or write schemas under `$defs` once"));
                self.queue.clear();
                return;
            }
            self.shape(id);
        }
    }

    fn add(&mut self, node: &'a Node, kind: Kind) -> TypeId {
        let id = TypeId(self.types.all.len());
        let place = self.place(node.span);
        self.types.all.push(Type {
            kind,
            name: None,
            description: None,
            place,
            bounds: Vec::new(),
            texts: Vec::new(),
            guards: Vec::new(),
        });
        self.origins.push(Origin { node, key: None, is_own: false, inner: None });
        id
    }

    /// The type of a place, one that accepts anything when the place is new.
    fn id_of(&mut self, node: &'a Node) -> TypeId {
        if let Some(&id) = self.ids.get(&std::ptr::from_ref(node)) {
            return id;
        }
        // What was merged of the same schemas is one type.
        let canon = self.canon(node).map(std::ptr::from_ref);
        if let Some(&id) = canon.and_then(|object| self.merged_ids.get(&object)) {
            self.ids.insert(node, id);
            return id;
        }
        let id = self.add(node, Kind::Any);
        self.ids.insert(node, id);
        self.merged_ids.extend(canon.map(|object| (object, id)));
        id
    }

    /// A diagnostic at a place of this file.
    fn problem(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.place(span), message)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.has_failed |= diagnostic.code.severity() == Severity::Error;
        let span = diagnostic.place.map_or_else(Span::default, |place| place.span);
        if self.reported.insert((diagnostic.code, span, diagnostic.message.clone())) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// The text of a keyword that must be a string.
    fn text(&mut self, object: &'a Object, keyword: &str) -> Option<&'a str> {
        let node = object.get(keyword)?;
        let text = node.as_str();
        if text.is_none() {
            self.bad_value(keyword, node, "a string");
        }
        text
    }

    /// Complains of a keyword's value.
    fn bad_value(&mut self, keyword: &str, node: &Node, expected: &str) {
        let is_empty = node.as_array().is_some_and(<[Node]>::is_empty);
        let found = if is_empty { "an empty list" } else { node.kind() };
        let message = format!("`{keyword}` must be {expected}, not {found}");
        let problem = self.problem(Code::BadValue, node.span, message);
        self.report(problem.label(format!("expected {expected}")));
    }

    /// Complains of one value in a keyword's list.
    fn bad_item(&mut self, keyword: &str, node: &Node, expected: &str) {
        let message = format!("`{keyword}` holds {expected}, not {}", node.kind());
        self.report(self.problem(Code::BadValue, node.span, message));
    }
}
