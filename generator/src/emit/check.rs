//! Rules on JSON values as expressions.

use proc_macro2::TokenStream;
use quote::quote;

use super::context::Context;
use crate::ir::Assert;

/// An expression of type `bool` over `value: &rt::Json`.
pub(super) fn expression(_context: &Context<'_>, _rule: &Assert) -> TokenStream {
    quote!({
        let _ = value;
        true
    })
}
