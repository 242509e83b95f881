//! The values of `format` that are checked.

/// A format that is checked; all others are annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are JSON Schema's own")]
pub enum Format {
    DateTime,
    Date,
    Time,
    Duration,
    Email,
    IdnEmail,
    Hostname,
    IdnHostname,
    Ipv4,
    Ipv6,
    Uri,
    UriReference,
    Iri,
    IriReference,
    UriTemplate,
    Uuid,
    Regex,
    JsonPointer,
    RelativeJsonPointer,
}

impl Format {
    /// All of them, with the names that JSON Schema gives them and the runtime's functions have.
    pub const ALL: [(&'static str, Self); 19] = [
        ("date-time", Self::DateTime),
        ("date", Self::Date),
        ("time", Self::Time),
        ("duration", Self::Duration),
        ("email", Self::Email),
        ("idn-email", Self::IdnEmail),
        ("hostname", Self::Hostname),
        ("idn-hostname", Self::IdnHostname),
        ("ipv4", Self::Ipv4),
        ("ipv6", Self::Ipv6),
        ("uri", Self::Uri),
        ("uri-reference", Self::UriReference),
        ("iri", Self::Iri),
        ("iri-reference", Self::IriReference),
        ("uri-template", Self::UriTemplate),
        ("uuid", Self::Uuid),
        ("regex", Self::Regex),
        ("json-pointer", Self::JsonPointer),
        ("relative-json-pointer", Self::RelativeJsonPointer),
    ];

    /// The format of this name, if it is checked.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, format)| format)
    }

    /// Its name in JSON Schema.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|&&(_, format)| format == self).map_or("", |&(name, _)| name)
    }
}
