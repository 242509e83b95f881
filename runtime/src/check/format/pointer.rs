//! Pointers into JSON documents.

/// `json-pointer`: RFC 6901, section 3. The form with a leading `#` is not one.
#[must_use]
pub fn json_pointer(text: &str) -> bool {
    let Some(tokens) = text.strip_prefix('/') else {
        return text.is_empty();
    };
    tokens.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']))
}

/// `relative-json-pointer`: draft-bhutton-relative-json-pointer-00, section 3: with a step among siblings (`0-1`),
/// which earlier drafts do not have.
#[must_use]
pub fn relative_json_pointer(text: &str) -> bool {
    let Some(mut rest) = after_number(text) else {
        return false;
    };
    if let Some(step) = rest.strip_prefix(['+', '-']) {
        let Some(after) = after_number(step) else {
            return false;
        };
        rest = after;
    }
    rest == "#" || json_pointer(rest)
}

/// What follows a number without leading zeros.
fn after_number(text: &str) -> Option<&str> {
    let after_zero = text.strip_prefix('0');
    let rest = after_zero.unwrap_or_else(|| text.trim_start_matches(|c: char| c.is_ascii_digit()));
    (rest.len() < text.len()).then_some(rest)
}
