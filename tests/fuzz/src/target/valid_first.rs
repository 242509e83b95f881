use sigcodegen_runtime::Strictness;

use super::split;
use crate::signatures::{Layout, Way, subject};

/// What a strict reader accepts, a tolerant one reads to the same value with the same notes: nothing is put right.
pub fn valid_first(data: &[u8]) {
    let Some((first, reply)) = split(data) else { return };
    let subject = subject(first);
    for layout in [Layout::Sections, Layout::Json] {
        let strict = (subject.read)(&reply, &Way::new(layout, Strictness::Strict));
        let Some(value) = strict.value else { continue };
        let tolerant = (subject.read)(&reply, &Way::new(layout, Strictness::Tolerant));
        let name = subject.name;
        let Some(other) = tolerant.value else {
            panic!("valid, but refused: {name} {layout:?} {:?}", tolerant.errors);
        };
        assert_eq!(value, other, "valid, but altered: {name} {layout:?} {:?}", tolerant.repairs);
        assert_eq!(
            format!("{:?}", strict.repairs),
            format!("{:?}", tolerant.repairs),
            "valid, but with other notes: {name} {layout:?}"
        );
    }
    // JSON and nothing else is read in either way.
    if let Ok(value) = (subject.parse)(&reply) {
        let tolerant = (subject.read)(&reply, &Way::new(Layout::Json, Strictness::Tolerant));
        let errors = &tolerant.errors;
        let name = subject.name;
        assert_eq!(
            Some(&value),
            tolerant.value.as_ref(),
            "valid JSON, but altered: {name} {errors:?}"
        );
    }
}
