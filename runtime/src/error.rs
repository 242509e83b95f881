//! What went wrong in a reply, and what was put right: data first, text on demand.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// The way to a value, from the outermost field inwards.
///
/// Prints as `claim.insured_objects[1].year`; [`Path::pointer`] gives the JSON Pointer of RFC 6901.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    /// Innermost first while reading, since each level adds itself when it is left; outermost first afterwards.
    pub(crate) steps: Vec<Step>,
}

/// One step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Into the member of an object.
    Key(Cow<'static, str>),
    /// Into the item of a list, counted from 0.
    Index(usize),
}

/// A part of a reply that cannot be read as what the signature asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldError {
    /// Which value.
    pub path: Path,
    /// What kind of trouble.
    pub kind: ErrorKind,
    /// What should have stood there, in words.
    pub expected: Cow<'static, str>,
    /// The offending text, cut to some eighty characters; empty where there is none.
    pub found: String,
    /// Where the text stands in the reply, in bytes; empty at the place where something is missing.
    pub span: Range<usize>,
}

/// The kinds of [`FieldError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The reply holds nothing but blanks.
    EmptyReply,
    /// JSON was expected and none, or none that can be read to its end, is there.
    NoJson,
    /// A required field is not there, or has no text.
    MissingField,
    /// The value is of another type.
    TypeMismatch,
    /// The value is none of those that the enum has.
    EnumMismatch,
    /// The object is none of those that the union has.
    UnionNoMatch,
    /// The number does not fit the type, or is beyond its bounds.
    OutOfRange,
    /// A validation keyword of the schema, other than a bound of numbers, forbids the value.
    Constraint,
    /// An `x-asserts` rule forbids the value.
    AssertFailed,
    /// Two different readings are equally good.
    Ambiguous,
    /// The reply ends within the value.
    Truncated,
    /// The value is nested more deeply than the reader follows.
    DepthLimit,
    /// The field is there more than once.
    Duplicate,
    /// It could be read only with a repair that the caller does not allow.
    Refused,
}

/// A slip of the model that the reader put right, or something that it left out of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// Which value.
    pub path: Path,
    /// What was done.
    pub kind: RepairKind,
    /// The text it was done to, cut to some eighty characters.
    pub found: String,
}

/// The kinds of [`Repair`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// The value stood in a Markdown code fence.
    Fence,
    /// Text around the value was left out.
    IgnoredText,
    /// A key that the type does not have was left out.
    IgnoredKey,
    /// An absent field got the default that its schema states.
    DefaultUsed,
    /// `null` for a field that may be absent, but not null, was read as absent.
    NullAsAbsent,
    /// A text value stood in quotes.
    QuotedText,
    /// A value was matched without regard to upper and lower case.
    LetterCase,
    /// A line break or another control character stood raw in a JSON string.
    RawControl,
    /// A backslash that begins no escape of JSON was kept as text.
    BadEscape,
    /// The same section or value was there twice, with the same text.
    Repeated,
    /// The reply had no field markers and was read as one JSON object.
    JsonReply,
    /// The reply had no field markers and was read as the text of the only output field.
    BareReply,
    /// A reply cut short by its length limit was complete all the same.
    CompleteThoughCut,
    /// A comment stood within the JSON.
    Comment,
    /// A string had other quotes than JSON's, or lacked one, or held quotes that were not escaped.
    Quotes,
    /// A key or a text stood without quotes.
    Unquoted,
    /// A comma or colon was missing, too many, or another sign.
    Separator,
    /// A bracket was missing, too many, or of the wrong kind.
    Closer,
    /// A word of another language stood for `true`, `false` or `null`.
    Literal,
    /// A number was spelled in another way than JSON's.
    NumberSpelling,
    /// A value of another type was read as one of the type that is wanted.
    Coerced,
    /// Marks around a value were left out: bold, backticks, quotes, a full stop.
    Decoration,
    /// The value was taken out of the words around it.
    Sentence,
    /// A word such as `none` was read as null.
    NullWord,
    /// The value stood in something around it: a key, a list of one, a string that holds JSON.
    Unwrapped,
    /// The value of the only field stood without its key.
    ImpliedKey,
    /// A single value was read as a list of one.
    SingleItem,
    /// A list stood as lines, bullets or words between commas.
    ListText,
    /// An object stood as lines of a key and a value, or as a constructor call.
    KeyLines,
    /// A key was matched without regard to case and separators.
    KeySpelling,
    /// A repeated key began the next item of a list.
    SplitItem,
    /// A field's marker was written in another way than asked for.
    MarkerSpelling,
    /// A field stood before the first marker, without its own.
    ImpliedMarker,
    /// Reasoning before the answer, between tags such as `<think>`, was left out.
    Reasoning,
    /// The fields stood in another layout than asked for: under markers, in tags, or behind labels.
    OtherLayout,
    /// A field that may be null was not there and was read as null.
    AbsentAsNull,
}

/// The result of an `x-checks` rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckResult {
    /// Which value it was applied to.
    pub path: Path,
    /// The label that the schema gives it.
    pub label: &'static str,
    /// Whether the value keeps the rule.
    pub passed: bool,
}

impl RepairKind {
    /// Whether a value was read as another than the one that stands there.
    pub(crate) const fn is_change(self) -> bool {
        !matches!(
            self,
            Self::Fence
                | Self::IgnoredText
                | Self::IgnoredKey
                | Self::DefaultUsed
                | Self::JsonReply
                | Self::MarkerSpelling
                | Self::ImpliedMarker
                | Self::Reasoning
                | Self::OtherLayout
                | Self::AbsentAsNull
                | Self::BareReply
                | Self::CompleteThoughCut
        )
    }
}

impl Path {
    /// The steps, outermost first.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The JSON Pointer (RFC 6901): `/claim/insured_objects/1/year`; empty for the whole output.
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut text = String::new();
        for step in &self.steps {
            text.push('/');
            match step {
                Step::Key(key) => text.push_str(&key.replace('~', "~0").replace('/', "~1")),
                Step::Index(index) => text.push_str(&index.to_string()),
            }
        }
        text
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().enumerate() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) if is_plain(key) => {
                    write!(f, "{}{key}", if at == 0 { "" } else { "." })?;
                }
                Step::Key(key) => write!(f, "[{key:?}]")?,
            }
        }
        Ok(())
    }
}

/// Whether a key can stand after a dot without doubt where it ends.
fn is_plain(key: &str) -> bool {
    !key.is_empty()
        && key.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '$'))
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EmptyReply => "the reply is empty",
            Self::NoJson => "no readable JSON",
            Self::MissingField => "missing",
            Self::TypeMismatch => "wrong type",
            Self::EnumMismatch => "not one of the allowed values",
            Self::UnionNoMatch => "fits none of the variants",
            Self::OutOfRange => "out of range",
            Self::Constraint => "breaks a rule",
            Self::AssertFailed => "fails an assertion",
            Self::Ambiguous => "can be read in more than one way",
            Self::Truncated => "the reply is cut off here",
            Self::DepthLimit => "nested too deeply",
            Self::Duplicate => "given more than once",
            Self::Refused => "needs a repair that is not allowed",
        })
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.steps.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        self.write_what(f)
    }
}

impl std::error::Error for FieldError {}

impl FieldError {
    /// What is wrong, without the place.
    pub(crate) fn write_what(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", self.kind)?;
        if !self.expected.is_empty() {
            write!(out, ": expected {}", self.expected)?;
        }
        if !self.found.is_empty() {
            write!(out, ", found `{}`", self.found)?;
        }
        Ok(())
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.steps.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}", self.kind)?;
        if !self.found.is_empty() {
            write!(f, ": `{}`", self.found)?;
        }
        Ok(())
    }
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fence => "taken out of a code fence",
            Self::IgnoredText => "text around the value left out",
            Self::IgnoredKey => "unknown key left out",
            Self::DefaultUsed => "default used",
            Self::NullAsAbsent => "null read as absent",
            Self::QuotedText => "quotes around the text left out",
            Self::LetterCase => "matched without regard to letter case",
            Self::RawControl => "raw control character accepted in a string",
            Self::BadEscape => "unknown escape kept as text",
            Self::Repeated => "repetition left out",
            Self::JsonReply => "read as one JSON object, without field markers",
            Self::BareReply => "read as the only output field, without its marker",
            Self::Comment => "comment left out",
            Self::Quotes => "quotes put right",
            Self::Unquoted => "read without quotes",
            Self::Separator => "separator put right",
            Self::Closer => "bracket put right",
            Self::Literal => "literal of another language",
            Self::NumberSpelling => "number spelled otherwise",
            Self::Coerced => "read as another type",
            Self::Decoration => "marks around the value left out",
            Self::Sentence => "taken out of a sentence",
            Self::NullWord => "word read as null",
            Self::Unwrapped => "taken out of what was around it",
            Self::ImpliedKey => "key implied",
            Self::SingleItem => "read as a list of one",
            Self::ListText => "list read from text",
            Self::KeyLines => "object read from text",
            Self::KeySpelling => "key spelled otherwise",
            Self::SplitItem => "item split at a repeated key",
            Self::MarkerSpelling => "marker spelled otherwise",
            Self::ImpliedMarker => "read as the field before the first marker",
            Self::Reasoning => "reasoning left out",
            Self::OtherLayout => "read in another layout than asked for",
            Self::AbsentAsNull => "absent, read as null",
            Self::CompleteThoughCut => "complete although the reply was cut by its length limit",
        })
    }
}
