//! Schema files as written: their text, their JSON with places, and the keywords that the format knows.

mod json;
mod keyword;
mod node;
mod source;

pub use json::{DEPTH_LIMIT, parse};
pub use keyword::{
    Format, KEYWORDS, Keyword, Location, NUMBER_FORMATS, Scope, Support, check_members,
};
pub use node::{Member, Node, Object, Value};
pub use source::{FileId, SourceFile, SourceMap, Span, push_token};
