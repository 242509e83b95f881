//! Runs a template at generation: for demos, whose messages are constants, and for `sigcodegen prompt`.
//!
//! Generated code calls the same functions for all that is more than a step of Rust, so both print the same.

mod filter;
mod value;

use std::collections::HashMap;

use sigcodegen_runtime::Json;
use sigcodegen_runtime::render;

use self::value::Value;
#[cfg(test)]
use super::Rule;
use super::Template;
use super::tree::{Calculation, Comparison, Expr, ExprKind, LoopPart, Statement, Type, VariableId};

/// Prints a template's field. `this` is its value, `inputs` are the values of all input fields by key, each as generated
/// code would write it as JSON.
pub(crate) fn evaluate(template: &Template, this: &Json, inputs: &[(String, Json)]) -> String {
    let this = Value::of(this);
    let inputs = inputs.iter().map(|(key, value)| (key.as_str(), Value::of(value))).collect();
    let mut run =
        Run { this, inputs, variables: HashMap::new(), loops: HashMap::new(), out: String::new() };
    run.statements(&template.body);
    run.out
}

/// Whether a value keeps a rule.
#[cfg(test)]
pub(crate) fn holds(rule: &Rule, this: &Json) -> bool {
    if rule.spares_null && *this == Json::Null {
        return true;
    }
    let this = Value::of(this);
    let (inputs, variables, loops) = (HashMap::new(), HashMap::new(), HashMap::new());
    Run { this, inputs, variables, loops, out: String::new() }.holds(&rule.condition)
}

struct Run<'t> {
    this: Value,
    inputs: HashMap<&'t str, Value>,
    variables: HashMap<VariableId, Value>,
    /// The place in each running loop, and its length.
    loops: HashMap<VariableId, (usize, usize)>,
    out: String,
}

impl Run<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Text(text) => self.out.push_str(text),
                Statement::Print(value) => {
                    let value = self.value(value);
                    value.print(&mut self.out, "null");
                }
                Statement::If(branches, otherwise) => {
                    let chosen = branches.iter().find(|(condition, _)| self.holds(condition));
                    self.statements(chosen.map_or(otherwise, |(_, body)| body));
                }
                Statement::Set(variable, value) => {
                    let value = self.value(value);
                    self.variables.insert(*variable, value);
                }
                Statement::For(one) => {
                    let items = match self.value(&one.list) {
                        Value::Map(members) => members
                            .into_iter()
                            .map(|(key, value)| (Value::String(key), value))
                            .collect(),
                        list => list
                            .into_items()
                            .into_iter()
                            .map(|item| (item, Value::Missing))
                            .collect::<Vec<_>>(),
                    };
                    if items.is_empty() {
                        self.statements(&one.otherwise);
                    }
                    let length = items.len();
                    for (at, (item, value)) in items.into_iter().enumerate() {
                        self.variables.insert(one.item, item);
                        self.variables.extend(one.value.map(|id| (id, value)));
                        self.loops.extend(one.state.map(|id| (id, (at, length))));
                        self.statements(&one.body);
                    }
                }
            }
        }
    }

    fn holds(&mut self, condition: &Expr) -> bool {
        self.value(condition).is_true()
    }

    fn value(&mut self, expression: &Expr) -> Value {
        match &expression.kind {
            ExprKind::Null => Value::Null,
            ExprKind::Bool(value) => Value::Bool(*value),
            ExprKind::Int(value) => Value::Int(*value),
            ExprKind::Float(value) => Value::Float(*value),
            ExprKind::String(text) => Value::String(text.clone()),
            ExprKind::This(_) => self.this.clone(),
            ExprKind::Input(key, ..) => {
                self.inputs.get(key.as_str()).cloned().unwrap_or(Value::Null)
            }
            ExprKind::Variable(id) => self.variables.get(id).cloned().unwrap_or(Value::Missing),
            ExprKind::Loop(id, part) => self.loop_part(*id, *part),
            ExprKind::Field(owner, key, ..) => match self.value(owner) {
                Value::Missing => Value::Missing,
                owner => owner.member(key).unwrap_or(Value::Null),
            },
            ExprKind::Tag(owner, key, _) => self.value(owner).member(key).unwrap_or(Value::Missing),
            ExprKind::Key(owner, key) => {
                let (owner, key) = (self.value(owner), self.value(key));
                key.as_text().and_then(|key| owner.member(key)).unwrap_or(Value::Missing)
            }
            ExprKind::Item(list, place) => {
                let items = self.value(list).into_items();
                render::item(&items, *place).cloned().unwrap_or(Value::Missing)
            }
            ExprKind::Narrow(inner) => match self.value(inner) {
                Value::Null => Value::Missing,
                value => value,
            },
            ExprKind::EnumValue(inner) => self.value(inner),
            ExprKind::Not(inner) => Value::Bool(!self.holds(inner)),
            ExprKind::And(one, other) => Value::Bool(self.holds(one) && self.holds(other)),
            ExprKind::Or(one, other) => Value::Bool(self.holds(one) || self.holds(other)),
            ExprKind::IsNull(inner) => Value::Bool(self.value(inner) == Value::Null),
            ExprKind::IsMissing(inner) => Value::Bool(self.value(inner) == Value::Missing),
            ExprKind::Truth(inner) => Value::Bool(self.value(inner).is_true()),
            ExprKind::Compare(comparison, one, other) => {
                let (one, other) = (self.value(one), self.value(other));
                Value::Bool(one.order(&other).is_some_and(|order| match comparison {
                    Comparison::Equal => order.is_eq(),
                    Comparison::NotEqual => order.is_ne(),
                    Comparison::Less => order.is_lt(),
                    Comparison::LessOrEqual => order.is_le(),
                    Comparison::Greater => order.is_gt(),
                    Comparison::GreaterOrEqual => order.is_ge(),
                }))
            }
            ExprKind::Contains(needle, haystack) => {
                let (needle, haystack) = (self.value(needle), self.value(haystack));
                Value::Bool(match (&haystack, &needle) {
                    (Value::String(text), Value::String(part)) => text.contains(part.as_str()),
                    (Value::Map(_), Value::String(key)) => haystack.member(key).is_some(),
                    (Value::List(items), _) => items
                        .iter()
                        .any(|item| item.order(&needle).is_some_and(std::cmp::Ordering::is_eq)),
                    _ => false,
                })
            }
            ExprKind::Calculate(calculation, one, other) => {
                let is_whole = matches!(expression.ty, Type::Int(_));
                calculate(*calculation, &self.value(one), &self.value(other), is_whole)
            }
            ExprKind::Minus(inner) => match self.value(inner) {
                Value::Int(value) => Value::Int(value.saturating_neg()),
                Value::Float(value) => Value::Float(-value),
                _ => Value::Missing,
            },
            ExprKind::Concat(parts) => {
                let mut text = String::new();
                for part in parts {
                    self.value(part).print(&mut text, "none");
                }
                Value::String(text)
            }
            ExprKind::Choose(choice) => {
                if self.holds(&choice.condition) {
                    self.value(&choice.yes)
                } else {
                    choice.no.as_ref().map_or(Value::Missing, |no| self.value(no))
                }
            }
            ExprKind::Filter(filter, subject) => {
                let subject = self.value(subject);
                self.filter(filter, subject)
            }
        }
    }

    fn loop_part(&self, id: VariableId, part: LoopPart) -> Value {
        let (at, length) = self.loops.get(&id).copied().unwrap_or_default();
        let count = match part {
            LoopPart::Index => at + 1,
            LoopPart::Index0 => at,
            LoopPart::RevIndex => length - at,
            LoopPart::RevIndex0 => length - at - 1,
            LoopPart::Length => length,
            LoopPart::First => return Value::Bool(at == 0),
            LoopPart::Last => return Value::Bool(at + 1 == length),
        };
        Value::Int(render::int(count))
    }
}

fn calculate(calculation: Calculation, one: &Value, other: &Value, is_whole: bool) -> Value {
    if let (true, Value::Int(one), Value::Int(other)) = (is_whole, one, other) {
        Value::Int(match calculation {
            Calculation::Add => one.saturating_add(*other),
            Calculation::Subtract => one.saturating_sub(*other),
            Calculation::Multiply => one.saturating_mul(*other),
            Calculation::FloorDivide => one.checked_div_euclid(*other).unwrap_or_default(),
            Calculation::Divide | Calculation::Remainder => {
                one.checked_rem_euclid(*other).unwrap_or_default()
            }
        })
    } else {
        let (Some(one), Some(other)) = (one.as_float(), other.as_float()) else {
            return Value::Missing;
        };
        Value::Float(match calculation {
            Calculation::Add => one + other,
            Calculation::Subtract => one - other,
            Calculation::Multiply => one * other,
            Calculation::Divide => one / other,
            Calculation::FloorDivide => one.div_euclid(other),
            Calculation::Remainder => one % other,
        })
    }
}
