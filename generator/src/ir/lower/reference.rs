//! `$ref`, and schemas that only wrap another one.

use std::collections::HashMap;
use std::rc::Rc;

use super::Lowering;
use super::assert::asserts;
use super::vocabulary::Site;
use crate::diagnostic::{Code, Diagnostic, quoted};
use crate::schema::{Member, Node, Object, Span, Value};

/// A schema and the schemas that it stands for, one after the other.
pub(super) struct Chain<'a> {
    /// From the schema itself to the one that is neither reference nor wrapper.
    pub(super) nodes: Vec<&'a Node>,
    /// The name that the last reference gives.
    pub(super) key: Option<Rc<str>>,
}

/// What a `$ref` names.
#[derive(Clone)]
pub(super) struct Target<'a> {
    pub(super) node: &'a Node,
    /// The name that it gets from there.
    pub(super) key: Option<Rc<str>>,
    site: Site,
}

impl<'a> Chain<'a> {
    /// The last schema.
    pub(super) fn target(&self) -> &'a Node {
        self.nodes.last().expect("a chain begins with one schema")
    }
}

/// As many references and wrappers may follow each other, as deep as values may be nested.
const LONGEST: usize = 128;

/// Above this many members an object is looked up by an index.
const INDEX_FROM: usize = 16;

impl<'a> Lowering<'a, '_> {
    /// Follows references and wrappers. `None` when that led nowhere, which was reported.
    pub(super) fn follow(&mut self, node: &'a Node, site: Site) -> Option<Chain<'a>> {
        let mut chain = Chain { nodes: vec![node], key: None };
        let mut site = site;
        loop {
            let node = chain.target();
            if !self.vet(node, site) {
                return None;
            }
            let Some(object) = node.as_object() else { return Some(chain) };
            let reference = object.member("$ref").filter(|_| self.is_alone(object));
            let next = if let Some(reference) = reference {
                let target = self.resolve(object, reference)?;
                chain.key = target.key;
                site = target.site;
                target.node
            } else if let Some(inner) = wrapped(object) {
                if let Some(title) = object.get("title").and_then(Node::as_str) {
                    chain.key = Some(title.into());
                }
                site = Site::Part;
                inner
            } else {
                return Some(chain);
            };
            if chain.nodes.len() == LONGEST {
                self.report(self.length_problem(&chain, next));
                return None;
            }
            chain.nodes.push(next);
        }
    }

    /// Whether a `$ref` is all that a schema says of its values.
    fn is_alone(&self, object: &Object) -> bool {
        let is_other = |member: &Member| member.key != "$ref" && asserts(&member.key);
        self.dialect.ignores_beside_ref() || !object.members.iter().any(is_other)
    }

    /// In older drafts a `$ref` stands for its whole schema.
    fn warn_beside_ref(&mut self, object: &Object) {
        for member in &object.members {
            if member.key != "$ref" && asserts(&member.key) {
                let message =
                    format!("`{}` beside `$ref` changes nothing in this draft", member.key);
                let help = "put both under `allOf`, or name draft 2020-12 in `$schema`";
                self.report(self.problem(Code::NoEffect, member.key_span, message).help(help));
            }
        }
    }

    /// What is wrong with a chain that is as long as one may be: most likely it is a loop.
    fn length_problem(&self, chain: &Chain<'a>, next: &Node) -> Diagnostic {
        let is_next = |node: &Node| std::ptr::eq(node, next);
        let Some(first) = chain.nodes.iter().position(|node| is_next(node)) else {
            let message = format!("more than {LONGEST} references follow each other");
            return self
                .problem(Code::TooDeep, chain.nodes[0].span, message)
                .help("point the first `$ref` at the last schema");
        };
        // A loop is told in the order of the file, so that it is one problem wherever it is entered.
        let rest = chain.nodes[first + 1..].iter().take_while(|node| !is_next(node));
        let nodes = std::iter::once(&chain.nodes[first]).chain(rest);
        let mut spans: Vec<Span> = nodes.filter_map(|node| reference_span(node)).collect();
        spans.sort_unstable_by_key(|span| span.start);
        let mut spans = spans.into_iter();
        let start = spans.next().unwrap_or(next.span);
        let mut problem = self
            .problem(Code::ReferenceLoop, start, "this `$ref` leads back to itself")
            .help("let one schema of the loop say what the value is, for example by `type`");
        for span in spans.take(super::cycle::MOST_STEPS) {
            problem = problem.related(self.place(span), "by way of this");
        }
        problem
    }

    /// As [`Self::find`], once however often the reference is followed.
    pub(super) fn resolve(
        &mut self,
        object: &'a Object,
        reference: &'a Member,
    ) -> Option<Target<'a>> {
        if let Some(target) = self.targets.get(&std::ptr::from_ref(reference)) {
            return target.clone();
        }
        if self.dialect.ignores_beside_ref() {
            self.warn_beside_ref(object);
        }
        let target = self.find(reference);
        self.targets.insert(reference, target.clone());
        target
    }

    /// The schema that a `$ref` names.
    fn find(&mut self, reference: &'a Member) -> Option<Target<'a>> {
        let span = reference.value.span;
        let Some(text) = reference.value.as_str() else {
            self.bad_value("$ref", &reference.value, "a string");
            return None;
        };
        let (address, fragment) = text.split_once('#').unwrap_or((text, ""));
        let base = self.resources.base(span.start).to_owned();
        let mut found = self.resources.root(&base, address);
        if found.is_none() && self.open_file(reference, &base, address) {
            found = self.resources.root(&base, address);
        }
        let Some((root, base)) = found else {
            let message = format!("`$ref` points at a file that is not there: {}", quoted(text));
            let help = "put the file into the folder, or copy the schema under `$defs` and point at \
                        `#/$defs/NAME`";
            self.report(self.problem(Code::RemoteRef, span, message).help(help));
            return None;
        };
        if !fragment.is_empty() && !fragment.starts_with('/') {
            return self.anchored(reference, &base, fragment);
        }
        let tokens = self.pointer(fragment, reference)?;
        let (mut node, mut before) = (root, root);
        for (at, token) in tokens.iter().enumerate() {
            before = node;
            let Some(next) = self.step(node, token) else {
                let message = format!("`$ref` points at nothing: {}", quoted(text));
                let label = match node.as_array() {
                    Some(items) => {
                        format!("a list of {} has no item {}", items.len(), quoted(token))
                    }
                    None => format!("{} has no {}", parent(&tokens[..at]), quoted(token)),
                };
                let problem = self.problem(Code::UnresolvedRef, span, message).label(label);
                let keys = node.as_object().into_iter().flat_map(|object| &object.members);
                let similar = super::vocabulary::nearest(token, keys.map(|one| one.key.as_str()));
                self.report(match similar {
                    Some(key) => problem.help(format!("there is a {}", quoted(key))),
                    None => problem.help("write the schema there, under `$defs`"),
                });
                return None;
            };
            node = next;
        }
        if !matches!(node.value, Value::Object(_) | Value::Bool(_)) {
            let message =
                format!("`$ref` points at {}, which is no schema: {}", node.kind(), quoted(text));
            let problem = self.problem(Code::UnresolvedRef, span, message);
            self.report(problem.related(self.place(node.span), "this is there"));
            return None;
        }
        if std::ptr::eq(node, self.root) && !self.is_types_only {
            let message = "`$ref` points at the signature itself, which is no type";
            let help = "move the part that repeats under `$defs` and point at that";
            self.report(self.problem(Code::UnresolvedRef, span, message).help(help));
            return None;
        }
        let site = match (tokens.len(), tokens.iter().rev().nth(1).map(String::as_str)) {
            (2, Some("properties")) => Site::Field,
            (_, Some("properties")) => Site::Property,
            (_, Some("oneOf" | "anyOf")) if before.as_array().is_some() => Site::Arm,
            _ => Site::Part,
        };
        // The number of a list item is no name.
        let key = tokens.last().filter(|_| before.as_array().is_none());
        Some(Target { node, key: key.map(|key| key.as_str().into()), site })
    }

    /// The schema with an anchor.
    fn anchored(&mut self, reference: &'a Member, base: &str, anchor: &str) -> Option<Target<'a>> {
        let span = reference.value.span;
        let is_dynamic = reference.key == "$dynamicRef";
        let found = self.resources.anchor(base, anchor);
        let dynamic = if is_dynamic { self.resources.dynamic(anchor) } else { found };
        let Some(node) = dynamic else {
            let (code, message) = match found {
                Some(_) => (
                    Code::UnsupportedKeyword,
                    format!("several schemas have the `$dynamicAnchor` {}", quoted(anchor)),
                ),
                None => (
                    Code::UnresolvedRef,
                    format!(
                        "`{}` names an anchor that is not there: {}",
                        reference.key,
                        quoted(anchor)
                    ),
                ),
            };
            let help = "point at the schema by its path, such as `#/$defs/NAME`";
            self.report(self.problem(code, span, message).help(help));
            return None;
        };
        Some(Target { node, key: Some(anchor.into()), site: Site::Part })
    }

    /// Splits the fragment of a `$ref` at its slashes and resolves the escapes.
    fn pointer(&mut self, fragment: &str, reference: &Member) -> Option<Vec<String>> {
        let span = reference.value.span;
        let Some(decoded) = percent_decode(fragment) else {
            let message = format!("`$ref` has a broken `%` escape: {}", quoted(text_of(reference)));
            let help = "after `%` stand two hexadecimal digits; a `%` itself is `%25`";
            self.report(self.problem(Code::UnresolvedRef, span, message).help(help));
            return None;
        };
        if decoded.is_empty() {
            return Some(Vec::new());
        }
        let path = decoded.strip_prefix('/').unwrap_or(&decoded);
        Some(path.split('/').map(|token| token.replace("~1", "/").replace("~0", "~")).collect())
    }

    fn step(&mut self, node: &'a Node, token: &str) -> Option<&'a Node> {
        match &node.value {
            Value::Object(object) => self.member(object, token),
            Value::Array(items) => {
                let is_index = token == "0" || !token.starts_with(['0', '+']);
                items.get(token.parse::<usize>().ok().filter(|_| is_index)?)
            }
            _ => None,
        }
    }

    /// The value of a key, in constant time however large the object is.
    pub(super) fn member(&mut self, object: &'a Object, key: &str) -> Option<&'a Node> {
        if object.members.len() < INDEX_FROM {
            return object.get(key);
        }
        let index = self.indexes.entry(object).or_insert_with(|| {
            object
                .members
                .iter()
                .map(|one| (one.key.as_str(), &one.value))
                .collect::<HashMap<_, _>>()
        });
        index.get(key).copied()
    }
}

/// The schema that this one only wraps: the single member of `allOf`, `anyOf` or `oneOf` with no
/// keyword beside it that shapes values.
fn wrapped(object: &Object) -> Option<&Node> {
    let mut shaping = object.members.iter().filter(|member| asserts(&member.key));
    let (member, None) = (shaping.next()?, shaping.next()) else { return None };
    if !matches!(member.key.as_str(), "allOf" | "anyOf" | "oneOf") {
        return None;
    }
    let [inner] = member.value.as_array()? else { return None };
    Some(inner)
}

fn text_of(reference: &Member) -> &str {
    reference.value.as_str().unwrap_or_default()
}

fn reference_span(node: &Node) -> Option<Span> {
    Some(node.as_object()?.get("$ref")?.span)
}

fn parent(tokens: &[String]) -> String {
    if tokens.is_empty() {
        "the file".to_owned()
    } else {
        quoted(&format!("#/{}", tokens.join("/")))
    }
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        if !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}
