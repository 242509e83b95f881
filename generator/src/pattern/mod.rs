//! Patterns, compiled when code is generated.

use std::fmt;

use proc_macro2::TokenStream;

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(crate) struct Compiled(TokenStream);

/// Why a pattern cannot be compiled.
#[derive(Clone, Debug)]
pub(crate) struct Refused(&'static str);

/// Compiles an ECMA-262 expression.
pub(crate) fn compile(_pattern: &str) -> Result<Compiled, Refused> {
    Err(Refused("patterns are not supported yet"))
}

impl Compiled {
    /// The value of the static that holds it.
    pub(crate) fn tokens(&self) -> TokenStream {
        self.0.clone()
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
