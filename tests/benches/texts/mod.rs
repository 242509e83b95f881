//! The texts that tolerant reading is timed on. The peers outside the workspace are timed on the same.

/// The reply to the insurance claim, as asked for.
const REPLY: &str = include_str!("../claim/reply.txt");
/// The same claim with the usual slips: prose before it, a fence, commas too many, a key without quotes, other quotes.
pub(crate) const DAMAGED: &str = include_str!("../claim/damaged.txt");

/// One of the claim's insured objects, and the same with slips of its own.
const OBJECT: [&str; 2] = [
    r#"
    {
      "object_id": "PROP-000012",
      "object_type": "Building",
      "make_model": "garden wall",
      "year": null,
      "location_address": "12 Mill Road",
      "estimated_value": 900
    }"#,
    "
    {
      object_id: 'PROP-000012',
      \"object_type\": \"Building\",
      \"make_model\": \"garden wall\",
      \"year\": null,
      \"location_address\": '12 Mill Road',
      \"estimated_value\": 900,
    }",
];

/// The JSON of the reply, without its markers.
pub(crate) fn valid() -> &'static str {
    let start = REPLY.find('{').unwrap_or(0);
    let end = REPLY.rfind('}').map_or(REPLY.len(), |at| at + 1);
    &REPLY[start..end]
}

/// A claim with insured objects up to about this size.
pub(crate) fn long_valid(size: usize) -> String {
    long(valid(), OBJECT[0], size)
}

/// The same claim, damaged, and its objects too.
pub(crate) fn long_damaged(size: usize) -> String {
    long(DAMAGED, OBJECT[1], size)
}

/// Puts objects before those that are there.
fn long(claim: &str, object: &str, size: usize) -> String {
    const LIST: &str = "\"insured_objects\": [";
    let (start, end) = claim.split_once(LIST).expect("the claim has a list");
    let count = size.saturating_sub(valid().len()) / (OBJECT[0].len() + 1);
    let mut text = String::with_capacity(size + claim.len());
    text.push_str(start);
    text.push_str(LIST);
    for _ in 0..count {
        text.push_str(object);
        text.push(',');
    }
    text.push_str(end);
    text
}
