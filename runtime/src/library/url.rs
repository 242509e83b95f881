//! URLs of the crate `url`.

use url::Url;

use super::{Spelled, as_text};
use crate::check::format;

as_text!(Url);

/// The WHATWG's URLs are not quite RFC 3986's URIs: some of these they refuse, such as `http://[v1.x]/`.
impl Spelled for Url {
    const NAME: &'static str = "url::Url";
    const FORMAT: &'static str = "uri";

    fn has_format(text: &str) -> bool {
        format::uri(text)
    }

    fn parse(text: &str) -> Option<Self> {
        let url = Self::parse(text).ok()?;
        // The host `%7B` becomes `{`, which would not be read again.
        format::uri(url.as_str()).then_some(url)
    }

    fn spell(&self, out: &mut String) {
        out.push_str(self.as_str());
    }
}
