//! Conditions on the whole text, which automata of their own can decide.

use std::ops::Range;

use super::syntax::Node;

/// What a text must match as well, or must not.
pub(super) struct Condition {
    /// The look-ahead that says so.
    pub(super) span: Range<usize>,
    /// Whether it must match.
    pub(super) holds: bool,
    pub(super) root: Node,
}

/// Whether there is a condition to take out.
pub(super) fn can_split(root: &Node) -> bool {
    leading(root).iter().any(is_condition)
}

/// Takes out the look-aheads that stand at the start of the text. As each of them, and the rest, begins there, they can be asked
/// one by one. The root keeps its `^`.
pub(super) fn split(root: Node) -> (Node, Vec<Condition>) {
    let leading = leading(&root).len();
    let Node::Concat(nodes) = root else { return (root, Vec::new()) };
    let mut rest = Vec::new();
    let mut conditions = Vec::new();
    for (index, node) in nodes.into_iter().enumerate() {
        match node {
            Node::Look { span, negated, body, behind: false, .. } if index < leading => {
                let root = Node::Concat(vec![Node::Start, *body]);
                conditions.push(Condition { span, holds: !negated, root });
            }
            node => rest.push(node),
        }
    }
    (Node::Concat(rest), conditions)
}

/// The assertions at the front, if a `^` is among them.
fn leading(root: &Node) -> &[Node] {
    let Node::Concat(nodes) = root else { return &[] };
    let count = nodes.iter().take_while(|node| is_condition(node) || is_start(node)).count();
    if nodes[..count].iter().any(is_start) { &nodes[..count] } else { &[] }
}

fn is_start(node: &Node) -> bool {
    matches!(node, Node::Start)
}

fn is_condition(node: &Node) -> bool {
    matches!(node, Node::Look { behind: false, .. })
}
