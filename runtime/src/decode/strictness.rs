//! Which slips are put right.

use crate::error::RepairKind;

/// Which slips are put right. Every repair is noted.
///
/// ```
/// use sigcodegen_runtime::{RepairKind, RepairKinds, Strictness};
///
/// // No value is taken out of a sentence; all else is as tolerant as ever.
/// let careful = Strictness::Allow(RepairKinds::ALL.without(RepairKind::Sentence));
/// assert!(careful.allows(RepairKind::Fence));
/// assert!(!careful.allows(RepairKind::Sentence));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strictness {
    /// None: a reply is valid or an error.
    Strict,
    /// All that leave no doubt of what was meant.
    #[default]
    Tolerant,
    /// These kinds only. What needs another is an error of the kind [`ErrorKind::Refused`](crate::ErrorKind::Refused).
    Allow(RepairKinds),
}

/// A set of kinds of repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepairKinds(u64);

impl RepairKinds {
    /// No kind.
    pub const NONE: Self = Self(0);

    /// All kinds, those of later versions too.
    pub const ALL: Self = Self(u64::MAX);

    /// The set with one more kind.
    #[must_use]
    pub const fn with(self, kind: RepairKind) -> Self {
        Self(self.0 | 1 << kind as u32)
    }

    /// The set without a kind.
    #[must_use]
    pub const fn without(self, kind: RepairKind) -> Self {
        Self(self.0 & !(1 << kind as u32))
    }

    /// Whether the kind is in the set.
    #[must_use]
    pub const fn contains(self, kind: RepairKind) -> bool {
        self.0 & (1 << kind as u32) != 0
    }
}

impl Strictness {
    /// Whether repairs of a kind are made.
    #[must_use]
    pub const fn allows(self, kind: RepairKind) -> bool {
        match self {
            Self::Strict => false,
            Self::Tolerant => true,
            Self::Allow(kinds) => kinds.contains(kind),
        }
    }
}
