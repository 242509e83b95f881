//! The parts of a file that have addresses of their own: `$id`, anchors, and what references are relative to.

use std::collections::HashMap;

use super::dialect::Dialect;
use crate::schema::{Node, Object, Value};

/// The addresses in a file.
#[derive(Default)]
pub(super) struct Resources<'a> {
    /// The schemas with an `$id`, by their absolute address, without a fragment. The root has the empty one besides.
    roots: HashMap<String, &'a Node>,
    /// The schemas with an anchor, by the address of what holds them and the anchor.
    anchors: HashMap<(String, String), &'a Node>,
    /// The schemas with a `$dynamicAnchor`, by that.
    dynamic: HashMap<String, Vec<&'a Node>>,
    /// What each reference is relative to, by the place of its text; those to the root are left out.
    bases: HashMap<usize, String>,
}

/// Values that look like schemas and are none.
const DATA: [&str; 5] = ["enum", "const", "default", "examples", "example"];

impl<'a> Resources<'a> {
    /// Looks through a file.
    pub(super) fn of(root: &'a Node, dialect: Dialect) -> Self {
        let mut resources = Self::default();
        resources.add(root, "", dialect);
        resources
    }

    /// Looks through a file that is known by an address.
    pub(super) fn add(&mut self, root: &'a Node, address: &str, dialect: Dialect) {
        self.roots.entry(address.to_owned()).or_insert(root);
        let mut stack = vec![(root, address.to_owned())];
        while let Some((node, base)) = stack.pop() {
            match &node.value {
                Value::Array(items) => {
                    stack.extend(items.iter().map(|item| (item, base.clone())));
                }
                Value::Object(object) => {
                    let base = self.enter(node, object, base, dialect);
                    let parts =
                        object.members.iter().filter(|one| !DATA.contains(&one.key.as_str()));
                    let parts = parts.filter(|one| {
                        matches!(one.value.value, Value::Array(_) | Value::Object(_))
                    });
                    stack.extend(parts.map(|member| (&member.value, base.clone())));
                }
                _ => {}
            }
        }
    }

    /// Notes what a schema says of addresses; returns what its references are relative to.
    fn enter(
        &mut self,
        node: &'a Node,
        object: &'a Object,
        mut base: String,
        dialect: Dialect,
    ) -> String {
        let keyword = if dialect == Dialect::Draft4 { "id" } else { "$id" };
        let text = |keyword: &str| object.get(keyword).and_then(Node::as_str);
        let is_ref = dialect.ignores_beside_ref() && text("$ref").is_some();
        if let Some(id) = text(keyword).filter(|_| !is_ref) {
            let (address, fragment) = id.split_once('#').unwrap_or((id, ""));
            if !address.is_empty() {
                base = join(&base, address);
                self.roots.entry(base.clone()).or_insert(node);
            }
            if !fragment.is_empty() {
                self.anchors.entry((base.clone(), fragment.to_owned())).or_insert(node);
            }
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(anchor) = text(keyword) {
                self.anchors.entry((base.clone(), anchor.to_owned())).or_insert(node);
                if keyword == "$dynamicAnchor" {
                    self.dynamic.entry(anchor.to_owned()).or_default().push(node);
                }
            }
        }
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(node) = object.get(keyword)
                && !base.is_empty()
            {
                self.bases.insert(node.span.start, base.clone());
            }
        }
        base
    }

    /// What a reference at a place is relative to.
    pub(super) fn base(&self, place: usize) -> &str {
        self.bases.get(&place).map_or("", String::as_str)
    }

    /// The schema that holds what a reference names: the one with this address. `None` for one out of the file.
    pub(super) fn root(&self, base: &str, address: &str) -> Option<(&'a Node, String)> {
        let absolute = if address.is_empty() { base.to_owned() } else { join(base, address) };
        self.roots.get(&absolute).map(|&node| (node, absolute))
    }

    /// The schema with an anchor.
    pub(super) fn anchor(&self, base: &str, anchor: &str) -> Option<&'a Node> {
        self.anchors.get(&(base.to_owned(), anchor.to_owned())).copied()
    }

    /// The one schema that a dynamic reference may end at; `None` when there are several.
    pub(super) fn dynamic(&self, anchor: &str) -> Option<&'a Node> {
        match self.dynamic.get(anchor).map(Vec::as_slice) {
            Some(&[only]) => Some(only),
            _ => None,
        }
    }
}

/// Resolves an address against another one (RFC 3986, section 5.2), as far as addresses of schemas need it.
pub(super) fn join(base: &str, address: &str) -> String {
    let has_scheme = address.split_once(':').is_some_and(|(scheme, _)| {
        !scheme.is_empty()
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    });
    if has_scheme || base.is_empty() {
        return address.to_owned();
    }
    // The authority ends at the first slash behind `//`.
    let path_at = match base.find("://") {
        Some(at) => base[at + 3..].find('/').map_or(base.len(), |slash| at + 3 + slash),
        None => base.find(':').map_or(0, |colon| colon + 1),
    };
    let (origin, path) = base.split_at(path_at);
    if address.starts_with('/') {
        return format!("{origin}{address}");
    }
    let folder = path.rfind('/').map_or("", |slash| &path[..=slash]);
    let mut parts: Vec<&str> = Vec::new();
    let whole = format!("{folder}{address}");
    for part in whole.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            other => parts.push(other),
        }
    }
    format!("{origin}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn addresses_are_joined() {
        for (base, address, joined) in [
            ("", "a.json", "a.json"),
            ("http://example.com/schemas/root.json", "a.json", "http://example.com/schemas/a.json"),
            ("http://example.com/schemas/root.json", "/a.json", "http://example.com/a.json"),
            ("http://example.com", "/a.json", "http://example.com/a.json"),
            ("http://example.com/a/b/c", "../d", "http://example.com/a/d"),
            ("http://example.com/a/b/c", "urn:x", "urn:x"),
            ("folder/a.json", "b.json", "folder/b.json"),
        ] {
            assert_eq!(join(base, address), joined);
        }
    }
}
