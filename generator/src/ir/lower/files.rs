//! The other files of a run, which references may point into.

use std::collections::{HashMap, HashSet};

use super::Lowering;
use super::dialect::Dialect;
use super::resource::join;
use crate::diagnostic::{Code, Place, quoted};
use crate::schema::{FileId, Member, Node, Object, Span, Value};

/// The files of a run, by name and by address.
#[derive(Debug, Default)]
pub struct Files<'s> {
    by_name: HashMap<String, (FileId, &'s Node)>,
    names: HashMap<FileId, String>,
    by_address: HashMap<String, (FileId, &'s Node)>,
    /// Those that others refer to.
    referred: HashSet<FileId>,
}

impl<'s> Files<'s> {
    /// The files of a run: the name of each, with `/` between its parts, what it is known by, and its root.
    pub fn of(all: impl IntoIterator<Item = (String, FileId, &'s Node)>) -> Self {
        let mut files = Self::default();
        for (name, file, root) in all {
            let object = root.as_object();
            let id = object.and_then(|object| object.get("$id").or_else(|| object.get("id")));
            if let Some(id) = id.and_then(Node::as_str) {
                let address = id.split('#').next().unwrap_or_default().to_owned();
                files.by_address.entry(address).or_insert((file, root));
            }
            files.names.insert(file, name.clone());
            files.by_name.entry(name).or_insert((file, root));
        }
        let named: Vec<_> = files.by_name.values().copied().collect();
        for (file, root) in named {
            let named = addresses(root).into_iter().filter_map(|one| files.find(file, one));
            let named: Vec<_> =
                named.map(|(named, _)| named).filter(|named| *named != file).collect();
            files.referred.extend(named);
        }
        files
    }

    /// Whether a file is there for others: it only holds definitions, or, where signatures are wanted, others refer to it
    /// and it has no field.
    #[must_use]
    pub fn is_part(&self, file: FileId, root: &Node, types_only: bool) -> bool {
        let is_shared = !types_only && self.referred.contains(&file) && !super::has_fields(root);
        holds_definitions(root) || is_shared
    }

    /// The file at an address, seen from a file.
    fn find(&self, from: FileId, address: &str) -> Option<(FileId, &'s Node)> {
        if let Some(&found) = self.by_address.get(address) {
            return Some(found);
        }
        self.by_name.get(&join(self.names.get(&from)?, address)).copied()
    }
}

/// Whether a file says nothing of its own and only holds definitions.
fn holds_definitions(root: &Node) -> bool {
    let Some(object) = root.as_object() else { return false };
    let has_definitions = object.get("$defs").or(object.get("definitions")).is_some();
    has_definitions && !object.members.iter().any(|member| super::assert::asserts(&member.key))
}

/// The addresses of other files that a file refers to.
fn addresses(root: &Node) -> Vec<&str> {
    let mut found = Vec::new();
    let mut left = vec![root];
    while let Some(node) = left.pop() {
        match &node.value {
            Value::Array(items) => left.extend(items),
            Value::Object(object) => {
                let reference = object.get("$ref").and_then(Node::as_str);
                let address = reference.and_then(|text| text.split('#').next());
                found.extend(address.filter(|address| !address.is_empty()));
                left.extend(object.members.iter().map(|member| &member.value));
            }
            _ => {}
        }
    }
    found
}

impl<'a> Lowering<'a, '_> {
    /// Takes in the file that a reference names; `false` if there is none.
    pub(super) fn open_file(&mut self, reference: &'a Member, base: &str, address: &str) -> bool {
        let place = self.place(reference.value.span);
        let absolute = join(base, address);
        let found = self.others.find(place.file, &absolute);
        let Some((file, root)) = found.or_else(|| self.others.find(place.file, address)) else {
            return false;
        };
        if Dialect::of_file(root) != self.dialect {
            let message =
                format!("{} is of another draft of JSON Schema than this file", quoted(address));
            let help = "let `$schema` of both files name the same draft";
            let problem = self.problem(Code::UnsupportedKeyword, reference.value.span, message);
            self.report(problem.help(help));
        }
        let last = self.files.last().map_or(self.root.span.end, |&(.., end)| end);
        let offset = last + 1;
        let end = offset + root.span.end;
        let shifted: &'a Node = self.arena.alloc(shift(root, offset));
        self.files.push((offset, file, end));
        self.resources.add(shifted, &absolute, self.dialect);
        true
    }

    /// Where a span is: those of other files lie behind this file's.
    pub(super) fn place(&self, span: Span) -> Place {
        let other = self.files.iter().rev().find(|(offset, ..)| span.start >= *offset);
        match other {
            Some(&(offset, file, _)) => {
                let span = Span { start: span.start - offset, end: span.end - offset };
                Place { file, span }
            }
            None => Place { file: self.file, span },
        }
    }
}

/// A copy of a tree, its places moved.
fn shift(node: &Node, offset: usize) -> Node {
    let moved = |span: Span| Span { start: span.start + offset, end: span.end + offset };
    let value = match &node.value {
        Value::Array(items) => Value::Array(items.iter().map(|item| shift(item, offset)).collect()),
        Value::Object(object) => {
            let members = object.members.iter().map(|member| Member {
                key: member.key.clone(),
                key_span: moved(member.key_span),
                value: shift(&member.value, offset),
            });
            Value::Object(Object { members: members.collect() })
        }
        other => other.clone(),
    };
    Node { span: moved(node.span), value }
}
