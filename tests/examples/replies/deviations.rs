//! Where we deliberately read otherwise than is recorded.

/// Identifiers of cases, and why.
const DEVIATIONS: &[(&[&str], &str)] = &[];

/// Why a case is read otherwise.
pub(crate) fn reason(id: &str) -> Option<&'static str> {
    DEVIATIONS.iter().find(|(ids, _)| ids.contains(&id)).map(|(_, reason)| *reason)
}
