//! Widths of integers, and bounds of all kinds.

use super::Lowering;
use super::vocabulary::{Group, concerns};
use crate::diagnostic::{Code, quoted};
use crate::ir::decimal::{Decimal, Whole as _};
use crate::ir::{Bound, BoundKind, IntegerWidth, Kind};
use crate::schema::{Member, NUMBER_FORMATS, Node, Object, Value};

/// A bound and its number.
struct Limit<'a> {
    bound: Bound,
    number: Decimal,
    node: &'a Node,
}

impl Limit<'_> {
    fn is_lower(&self) -> bool {
        self.bound.kind.is_lower()
    }

    /// The outermost whole number that it lets pass.
    fn whole(&self) -> i128 {
        match self.bound.kind {
            BoundKind::ExclusiveMinimum => self.number.floor() + 1,
            BoundKind::ExclusiveMaximum => self.number.ceil() - 1,
            _ if self.is_lower() => self.number.ceil(),
            _ => self.number.floor(),
        }
    }
}

impl BoundKind {
    /// Whether the bound is from below.
    pub(in crate::ir) fn is_lower(self) -> bool {
        matches!(self, Self::Minimum | Self::ExclusiveMinimum | Self::MinLength | Self::MinItems)
    }

    /// Whether the number itself is out of bounds.
    pub(in crate::ir) fn is_exclusive(self) -> bool {
        matches!(self, Self::ExclusiveMinimum | Self::ExclusiveMaximum)
    }

    fn of(keyword: &str) -> Option<Self> {
        Some(match keyword {
            "minimum" => Self::Minimum,
            "maximum" => Self::Maximum,
            "exclusiveMinimum" => Self::ExclusiveMinimum,
            "exclusiveMaximum" => Self::ExclusiveMaximum,
            "minLength" => Self::MinLength,
            "maxLength" => Self::MaxLength,
            "minItems" => Self::MinItems,
            "maxItems" => Self::MaxItems,
            _ => return None,
        })
    }
}

impl IntegerWidth {
    /// The least and the greatest number that it holds.
    #[must_use]
    pub fn range(self) -> (i128, i128) {
        match self {
            Self::I8 => (i8::MIN.into(), i8::MAX.into()),
            Self::I16 => (i16::MIN.into(), i16::MAX.into()),
            Self::I32 => (i32::MIN.into(), i32::MAX.into()),
            Self::I64 => (i64::MIN.into(), i64::MAX.into()),
            Self::U8 => (0, u8::MAX.into()),
            Self::U16 => (0, u16::MAX.into()),
            Self::U32 => (0, u32::MAX.into()),
            Self::U64 => (0, u64::MAX.into()),
        }
    }

    pub(in crate::ir) fn of(format: &str) -> Option<Self> {
        Some(match format {
            "int8" => Self::I8,
            "int16" => Self::I16,
            "int32" => Self::I32,
            "int64" => Self::I64,
            "uint8" => Self::U8,
            "uint16" => Self::U16,
            "uint32" => Self::U32,
            "uint64" => Self::U64,
            _ => return None,
        })
    }

    /// The narrowest width for a range that is given on both sides. A range that `i64` holds is not
    /// widened to `u64`.
    fn for_range(least: i128, most: i128) -> Option<Self> {
        let by_size =
            [Self::U8, Self::I8, Self::U16, Self::I16, Self::U32, Self::I32, Self::I64, Self::U64];
        by_size.into_iter().find(|width| {
            let (from, to) = width.range();
            from <= least && most <= to
        })
    }
}

impl<'a> Lowering<'a, '_> {
    /// The width of an integer and the bounds that the width does not imply.
    /// `None` when no Rust integer of 64 bits holds the range, or none at all, which is reported.
    pub(super) fn integer(&mut self, object: &'a Object) -> Option<(Kind, Vec<Bound>)> {
        let limits = self.limits(object, Group::Number);
        let least =
            limits.iter().filter(|limit| limit.is_lower()).max_by_key(|limit| limit.whole());
        let most =
            limits.iter().filter(|limit| !limit.is_lower()).min_by_key(|limit| limit.whole());
        if let (Some(least), Some(most)) = (least, most)
            && least.whole() > most.whole()
        {
            self.contradiction(least, most);
            return None;
        }
        let format = object.get("format").and_then(Node::as_str);
        let least_whole = least.map(Limit::whole);
        let most_whole = most.map(Limit::whole);
        let width = match (format.and_then(IntegerWidth::of), least_whole, most_whole) {
            (Some(width), ..) => Some(width),
            (None, Some(from), Some(to)) => IntegerWidth::for_range(from, to),
            (None, Some(from), None) if from > i64::MAX.into() => {
                (from <= u64::MAX.into()).then_some(IntegerWidth::U64)
            }
            (None, from, to) => {
                let is_wide = from.is_some_and(|from| from < i64::MIN.into())
                    || to.is_some_and(|to| to > u64::MAX.into() || to < i64::MIN.into());
                (!is_wide).then_some(IntegerWidth::I64)
            }
        };
        // Beyond all Rust integers of 64 bits it is any number, with rules.
        let width = width?;
        let (from, to) = width.range();
        let out = limits
            .iter()
            .find(|limit| if limit.is_lower() { limit.whole() > to } else { limit.whole() < from });
        if let Some(limit) = out {
            let name = format.unwrap_or("integer");
            let message = format!("no {name} is within this bound");
            self.report(self.problem(Code::NoSuchValue, limit.node.span, message));
            return None;
        }
        let kept = [(least, BoundKind::Minimum), (most, BoundKind::Maximum)];
        let kept = kept.into_iter().filter_map(|(limit, kind)| {
            let whole = limit?.whole();
            let is_implied = if kind.is_lower() { whole <= from } else { whole >= to };
            (!is_implied).then(|| Bound { kind, value: whole.to_string() })
        });
        let bounds = kept.collect();
        if matches!(format, Some("float" | "double")) {
            self.warn_of_format(object, "an integer");
        }
        Some((Kind::Integer(width), bounds))
    }

    /// The bounds of other values than integers.
    pub(super) fn bounds(&mut self, object: &'a Object, group: Group) -> Vec<Bound> {
        let limits = self.limits(object, group);
        let from = limits.iter().filter(|limit| limit.is_lower()).max_by(|one, other| {
            (&one.number, one.bound.kind.is_exclusive())
                .cmp(&(&other.number, other.bound.kind.is_exclusive()))
        });
        let to = limits.iter().filter(|limit| !limit.is_lower()).min_by(|one, other| {
            (&one.number, !one.bound.kind.is_exclusive())
                .cmp(&(&other.number, !other.bound.kind.is_exclusive()))
        });
        if let (Some(from), Some(to)) = (from, to) {
            let is_open = from.bound.kind.is_exclusive() || to.bound.kind.is_exclusive();
            if from.number > to.number || (is_open && from.number == to.number) {
                self.contradiction(from, to);
            }
        }
        limits.into_iter().map(|limit| limit.bound).collect()
    }

    fn limits(&mut self, object: &'a Object, group: Group) -> Vec<Limit<'a>> {
        let members = object.members.iter().filter(|one| concerns(&one.key) == Some(group));
        members.filter_map(|member| self.limit(object, member)).collect()
    }

    fn limit(&mut self, object: &'a Object, member: &'a Member) -> Option<Limit<'a>> {
        let kind = BoundKind::of(&member.key)?;
        let node = &member.value;
        // In draft 4, `exclusiveMinimum` is a boolean that sharpens `minimum`.
        let sharpened = match kind {
            BoundKind::Minimum => Some(("exclusiveMinimum", BoundKind::ExclusiveMinimum)),
            BoundKind::Maximum => Some(("exclusiveMaximum", BoundKind::ExclusiveMaximum)),
            _ => None,
        };
        let is_true = |node: &Node| node.value == Value::Bool(true);
        let kind = match sharpened {
            Some((keyword, sharp)) if object.get(keyword).is_some_and(is_true) => sharp,
            _ => kind,
        };
        match &node.value {
            Value::Number(text) => {
                let number = Decimal::parse(text);
                if concerns(&member.key) == Some(Group::Number) {
                    return Some(Limit {
                        bound: Bound { kind, value: text.clone() },
                        number,
                        node,
                    });
                }
                let count = number.as_integer().and_then(|whole| u64::try_from(whole).ok());
                if let Some(count) = count {
                    return Some(Limit {
                        bound: Bound { kind, value: count.to_string() },
                        number,
                        node,
                    });
                }
                let message = format!("`{}` must be a count, not {}", member.key, quoted(text));
                self.report(
                    self.problem(Code::BadValue, node.span, message)
                        .label("expected a whole number from 0"),
                );
            }
            Value::Bool(_) if kind.is_exclusive() => {}
            _ => self.bad_value(&member.key, node, "a number"),
        }
        None
    }

    fn contradiction(&mut self, from: &Limit<'_>, to: &Limit<'_>) {
        let message =
            format!("the bounds {} and {} leave no value", from.bound.value, to.bound.value);
        let problem = self.problem(Code::NoSuchValue, to.node.span, message);
        let problem =
            problem.label("the upper bound").related(self.place(from.node.span), "the lower bound");
        self.report(problem);
    }

    /// Warns of a number's format on another value.
    pub(super) fn warn_of_format(&mut self, object: &Object, what: &str) {
        let Some(member) = object.member("format") else { return };
        if member.value.as_str().is_some_and(|format| NUMBER_FORMATS.contains(&format)) {
            let message = format!("this `format` does not concern {what} and changes nothing");
            self.report(self.problem(Code::NoEffect, member.key_span, message));
        }
    }
}
