//! Rules that others call: those that referred schemas state.

use super::Lowering;
use crate::diagnostic::Code;
use crate::ir::{Assert, ListRule, NamedRule, ObjectRule};
use crate::schema::Node;

impl<'a> Lowering<'a, '_> {
    /// The number of the rule that a referred schema states. It is made when all schemas around it are.
    pub(super) fn rule_of(&mut self, node: &'a Node, key: Option<&str>) -> usize {
        if let Some(&known) = self.rule_ids.get(&std::ptr::from_ref(node)) {
            return known;
        }
        let number = self.rules.len();
        let name = key.unwrap_or("root").to_owned();
        self.rule_spans.push(node.span);
        self.rules.push(NamedRule { name, rule: Assert::Always(true) });
        self.rule_ids.insert(node, number);
        self.rule_queue.push_back((number, node));
        number
    }

    /// Makes all rules that are referred to.
    pub(super) fn drain_rules(&mut self) {
        while let Some((number, node)) = self.rule_queue.pop_front() {
            self.rules[number].rule = self.assert(node);
        }
        self.refuse_rule_loops();
    }

    /// Refuses rules that come back to themselves for the same value: nothing would ever decide it.
    fn refuse_rule_loops(&mut self) {
        let mut edges: Vec<Vec<usize>> = Vec::with_capacity(self.rules.len());
        for named in &self.rules {
            let mut calls = Vec::new();
            same_value_calls(&named.rule, &mut calls);
            edges.push(calls);
        }
        // Rules that call none that is left are taken away until none can be.
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
        let mut left: Vec<usize> = edges.iter().map(Vec::len).collect();
        for (caller, calls) in edges.iter().enumerate() {
            for &called in calls {
                callers[called].push(caller);
            }
        }
        let mut ready: Vec<usize> = (0..left.len()).filter(|&at| left[at] == 0).collect();
        while let Some(at) = ready.pop() {
            for &caller in &callers[at] {
                left[caller] -= 1;
                if left[caller] == 0 {
                    ready.push(caller);
                }
            }
        }
        let looped = self.rule_ids.iter().filter(|&(_, &number)| left[number] > 0);
        let first = looped.map(|(_, &number)| number).min();
        if let Some(number) = first {
            let span = self.rule_spans[number];
            let message = "this schema refers to itself for the same value";
            let help = "let one schema of the loop say what the value is, for example by `type`";
            self.report(self.problem(Code::ReferenceLoop, span, message).help(help));
        }
    }
}

/// The rules that a rule calls for the same value, as deep as the schema.
fn same_value_calls(rule: &Assert, calls: &mut Vec<usize>) {
    match rule {
        Assert::Call(number) => calls.push(*number),
        Assert::All(rules) | Assert::Any(rules) | Assert::One(rules) => {
            for rule in rules {
                same_value_calls(rule, calls);
            }
        }
        Assert::Not(rule) | Assert::Object(ObjectRule::Dependent(_, rule)) => {
            same_value_calls(rule, calls);
        }
        Assert::If(parts) => {
            for rule in &**parts {
                same_value_calls(rule, calls);
            }
        }
        Assert::Object(ObjectRule::Unevaluated(seen, _)) => {
            for one in seen {
                same_value_calls(&one.when, calls);
            }
        }
        Assert::List(ListRule::Unevaluated(seen, _)) => {
            for one in seen {
                same_value_calls(&one.when, calls);
            }
        }
        _ => {}
    }
}
