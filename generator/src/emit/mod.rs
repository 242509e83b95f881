//! From decisions to Rust: tokens by `quote`, text by prettyplease.

mod check;
mod context;
mod default;
mod enumeration;
mod newtype;
mod reader;
mod root;
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
use crate::plan::{Item, Options, plan};

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
pub(crate) fn module(
    signature: &Signature,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<Module> {
    let plan = plan(signature, options, diagnostics)?;
    let context = Context::new(&plan);
    let task = plan.task.as_ref().map(|task| {
        let head = signature::emit(&context, &plan.title, task);
        let input = structure::emit(&context, &task.input);
        let output = structure::emit(&context, &task.output);
        quote!(#head #input #output)
    });
    let checks = check::functions(&context, plan.checks.all());
    let item = |item: &Item| match item {
        Item::Struct(one) => structure::emit(&context, one),
        Item::Enum(one) => enumeration::emit(&context, one),
        Item::Union(one) => union::emit(&context, one),
        Item::Newtype(one) => newtype::emit(&context, one),
    };
    let (root, others): (Vec<_>, Vec<_>) = plan.items.iter().partition(|item| plan.is_root(item));
    let root = root.into_iter().map(|root| {
        let (reader, root) = (root::emit(&context, &plan, root), item(root));
        quote!(#root #reader)
    });
    let items = others.into_iter().map(item);
    let patterns = plan.patterns.all().iter().map(|(name, compiled)| {
        let (name, value) = (context::ident(name), compiled.tokens());
        quote!(static #name: rt::Pattern = #value;)
    });
    let tokens = quote! {
        use ::sigcodegen_runtime::generated::v0_1 as rt;
        #task
        #(#root)*
        #(#items)*
        #checks
        #(#patterns)*
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
    let exports = plan.task.iter().flat_map(|task| {
        let sides = [&task.marker, &task.input.name, &task.output.name];
        sides.into_iter().chain(&task.output.partial)
    });
    let root = plan.root.iter().map(|(name, _)| name);
    Some(Module {
        exports: exports.chain(root).cloned().collect(),
        text: print(file),
        prompts: plan.task.iter().map(|task| ("chat", task.chat.system.len())).collect(),
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
