//! From decisions to Rust: tokens by `quote`, text by prettyplease.

mod context;
mod default;
mod enumeration;
mod reader;
mod rules;
mod signature;
mod structure;
mod template;
mod union;
mod writer;

use quote::quote;

use self::context::Context;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::ir::Signature;
use crate::plan::{Item, plan};

/// The source of one signature's module.
pub(crate) struct Module {
    /// The module's name and the stem of its file's.
    pub(crate) name: String,
    /// The Rust source, without a header.
    pub(crate) text: String,
    /// The names that the index of all modules re-exports.
    pub(crate) exports: Vec<String>,
    /// For each adapter the size of its constant prompt in bytes.
    pub(crate) prompts: Vec<(&'static str, usize)>,
}

/// Writes the code of a signature. `None` if it cannot be written, which is reported.
pub(crate) fn module(signature: &Signature, diagnostics: &mut Diagnostics) -> Option<Module> {
    let plan = plan(signature, diagnostics)?;
    let context = Context::new(&plan);
    let head = signature::emit(&context, &plan);
    let input = structure::emit(&context, &plan.input);
    let output = structure::emit(&context, &plan.output);
    let items = plan.items.iter().map(|item| match item {
        Item::Struct(one) => structure::emit(&context, one),
        Item::Enum(one) => enumeration::emit(&context, one),
        Item::Union(one) => union::emit(&context, one),
    });
    let tokens = quote! {
        use ::sigcodegen_runtime::generated::v0_1 as rt;
        #head
        #input
        #output
        #(#items)*
    };
    let file = match syn::parse2::<syn::File>(tokens) {
        Ok(file) => file,
        Err(error) => {
            // A fault of ours, told without taking the build script down.
            let message = format!("the code generated for `{}` is not Rust: {error}", plan.title);
            diagnostics.push(
                Diagnostic::new(Code::Internal, signature.place, message)
                    .help("please report this"),
            );
            return None;
        }
    };
    let exports =
        [&plan.marker, &plan.input.name, &plan.output.name].into_iter().chain(&plan.output.partial);
    Some(Module {
        exports: exports.cloned().collect(),
        text: print(file),
        prompts: vec![("chat", plan.chat.system.len())],
        name: plan.name,
    })
}

/// Prints items with a blank line between them.
fn print(file: syn::File) -> String {
    let items = file.items.into_iter().map(|item| {
        prettyplease::unparse(&syn::File {
            shebang: None,
            frontmatter: None,
            attrs: Vec::new(),
            items: vec![item],
        })
    });
    items.collect::<Vec<_>>().join("\n")
}
