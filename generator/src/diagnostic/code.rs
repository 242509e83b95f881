//! The rules, each with a stable code.

use std::fmt;

use super::Severity;

/// Declares every code once: the variant, its stable spelling, its severity and its summary.
macro_rules! codes {
    ($($variant:ident $code:literal $severity:ident $summary:literal;)*) => {
        /// A rule of the generator. Its spelling, such as `SG0101`, never changes meaning; a rule
        /// that goes away leaves a gap.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// All codes, in the order of their spelling.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The stable spelling: `SG0101`.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            /// Whether the rule stops generation.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)* }
            }

            /// The rule in one line, for a table in the manual.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }
        }
    };
}

// 01 text and JSON, 02 signature format, 03 types and keywords, 04 references and cycles, 05 names,
// 06 demos and defaults, 07 templates and checks, 09 files.
codes! {
    MalformedJson "SG0101" Error "The file is not JSON.";
    NotUtf8 "SG0102" Error "The file is not UTF-8 text.";
    EmptyFile "SG0103" Error "The file is empty.";
    TooDeep "SG0104" Error "Values are nested too deeply.";
    DuplicateKey "SG0105" Error "An object has the same key twice.";

    RootNotObject "SG0201" Error "A signature file is not a JSON object, or its root is not an object type.";
    MissingXField "SG0202" Error "A field says neither `input` nor `output`.";
    XFieldConflict "SG0203" Error "`x-field` and `__dspy_field_type` disagree.";
    MissingTitle "SG0204" Error "A signature has no `title` to name it.";
    BadTitle "SG0205" Error "A `title` gives no usable name.";
    NoOutputs "SG0206" Error "A signature has no output field.";
    DuplicateTitle "SG0207" Error "Two files have the same `title`.";
    NoFields "SG0208" Error "No property of the root says `input` or `output`.";

    BadValue "SG0301" Error "A keyword has a value that it does not allow.";
    UnknownExtension "SG0302" Error "A keyword begins with `x-` but is none of ours.";
    MisspeltKeyword "SG0303" Warning "An unknown keyword looks like a misspelling of a known one.";
    UnsupportedKeyword "SG0304" Error "A keyword would restrict values but is not supported.";
    UnsupportedShape "SG0305" Error "A combination of keywords has no Rust type here.";
    UncheckedFormat "SG0306" Warning "A `format` is not checked.";
    MisplacedKeyword "SG0307" Error "A keyword stands where it has no effect.";
    NoSuchValue "SG0308" Error "Keywords contradict each other, so that no value fits.";
    NoEffect "SG0309" Warning "A keyword changes nothing.";
    PromptTooLarge "SG0310" Error "A prompt would be too large to be of use.";
    Narrowed "SG0311" Warning "A schema allows other values than its author seems to mean.";
    UnknownRequired "SG0312" Warning "`required` names a key that is no property.";
    NeverThere "SG0313" Warning "No value fits a property, so it must not be there.";

    UnresolvedRef "SG0401" Error "A `$ref` points at nothing.";
    RemoteRef "SG0402" Error "A `$ref` points out of the file.";
    InfiniteType "SG0403" Error "A type requires itself, so no value of it is finite.";
    ReferenceLoop "SG0404" Error "A `$ref` leads back to itself.";

    NameCollision "SG0501" Error "Two things would have the same Rust name.";
    BadRustName "SG0502" Error "`x-rust-name` is no Rust identifier.";
    ReservedName "SG0503" Error "A name has a meaning of its own already.";

    DemoMismatch "SG0601" Error "A demo in `examples` does not fit its fields.";
    DefaultMismatch "SG0602" Error "A `default` does not fit its type.";
    InputMismatch "SG0603" Error "A value given to `sigcodegen prompt` does not fit its input field.";
    DefaultIgnored "SG0604" Warning "A `default` does not fit its type and is left out.";

    BadTemplate "SG0701" Error "An `x-render` template is malformed.";
    BadCheck "SG0702" Error "An expression of `x-checks` or `x-asserts` is malformed.";

    UnreadablePath "SG0901" Error "A file or folder cannot be read.";
    NoSignatures "SG0902" Error "No signature file was found.";
    CannotWrite "SG0903" Error "A generated file cannot be written.";
    Internal "SG0999" Error "A fault of sigcodegen itself.";
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_unique_and_ascend() {
        assert!(Code::ALL.is_sorted_by(|one, next| one.as_str() < next.as_str()));
        assert!(Code::ALL.iter().all(|code| code.summary().ends_with('.')));
    }
}
