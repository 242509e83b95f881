//! The marker type of a signature, and the text of its prompts.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::context::{Context, docs, ident, text};
use crate::plan::{ChatText, Field, Struct, Task, Template};

/// The marker type, its names, and the constants of its adapters.
pub(super) fn emit(context: &Context<'_>, title: &str, task: &Task) -> TokenStream {
    let marker = ident(&task.marker);
    let docs = docs(&task.docs);
    let instructions = text(&task.instructions);
    let input = ident(&task.input.name);
    let output = ident(&task.output.name);
    let partial = ident(task.output.partial.as_ref().unwrap_or(&task.output.name));
    let inputs = task.input.fields.iter().map(|field| &field.wire_name);
    let outputs = task.output.fields.iter().map(|field| &field.wire_name);
    let visits = [visit(context, &task.input), visit(context, &task.output)];
    let chat = chat(&marker, &task.chat, &task.demos);
    quote! {
        #docs
        #[derive(Clone, Copy, Debug)]
        pub struct #marker;

        impl rt::Signature for #marker {
            const NAME: &'static str = #title;
            const INSTRUCTIONS: &'static str = #instructions;
            const INPUT_FIELDS: &'static [&'static str] = &[#(#inputs),*];
            const OUTPUT_FIELDS: &'static [&'static str] = &[#(#outputs),*];

            type Input = #input;
            type Output = #output;
            type Partial = #partial;
        }

        #chat
        #(#visits)*
    }
}

fn chat(marker: &proc_macro2::Ident, chat: &ChatText, demos: &[(String, String)]) -> TokenStream {
    let system = text(&chat.system);
    let [start, end, instructions_at] =
        [chat.reminder_at.start, chat.reminder_at.end, chat.instructions_at]
            .map(Literal::usize_unsuffixed);
    let demos = demos.iter().map(|(user, assistant)| {
        let (user, assistant) = (text(user), text(assistant));
        quote!((#user, #assistant))
    });
    quote! {
        impl rt::ChatSignature for #marker {
            const CHAT: &'static rt::ChatPrompt = &rt::ChatPrompt {
                system: #system,
                reminder: #start..#end,
                instructions_at: #instructions_at,
                demos: &[#(#demos),*],
            };
        }
    }
}

/// How an adapter sees the fields.
fn visit(context: &Context<'_>, side: &Struct) -> TokenStream {
    let name = ident(&side.name);
    if side.fields.is_empty() {
        return quote! {
            impl rt::Fields for #name {
                fn visit(&self, _: &mut impl rt::FieldVisitor) {}
            }
        };
    }
    let mut renders = Vec::new();
    let fields = side.fields.iter().map(|field| {
        let name = ident(&field.name);
        if let Some(template) = &field.render {
            let (call, function) = render(context, field, template);
            renders.push(function);
            return quote!(visitor.rendered(#call););
        }
        match field.format {
            None => quote!(visitor.field(&self.#name);),
            Some(format) => {
                let format = format_name(format);
                quote!(visitor.formatted(&self.#name, rt::Format::#format);)
            }
        }
    });
    let visit = quote! {
        impl rt::Fields for #name {
            fn visit(&self, visitor: &mut impl rt::FieldVisitor) {
                #(#fields)*
            }
        }
    };
    let renders =
        renders.iter().any(|one| !one.is_empty()).then(|| quote!(impl #name { #(#renders)* }));
    quote!(#visit #renders)
}

/// So many things printed may take more lines than clippy likes in a function.
const LONG_TEMPLATE: usize = 20;

/// The function that prints a field by its template, and how it is called.
fn render(context: &Context<'_>, field: &Field, template: &Template) -> (TokenStream, TokenStream) {
    let function = format_ident!("render_{}", field.name.trim_start_matches("r#"));
    let doc = format!(" Appends `{}` as its template prints it.", field.wire_name);
    let (body, reads_self) = super::template::body(template, &field.name);
    // A template may turn out to print nothing at all.
    if !super::template::prints(&body) {
        return (quote!(|_| {}), TokenStream::new());
    }
    let string = context.string();
    let receiver = reads_self.then(|| quote!(&self,));
    let call = if reads_self { quote!(|out| self.#function(out)) } else { quote!(Self::#function) };
    let is_long = body.to_string().matches("out").count() > LONG_TEMPLATE;
    let is_long = is_long
        .then(|| quote!(#[allow(clippy::too_many_lines, reason = "as long as its template")]));
    let function = quote! {
        #[doc = #doc]
        #is_long
        fn #function(#receiver out: &mut #string) {
            #body
        }
    };
    (call, function)
}

fn format_name(format: crate::ir::InputFormat) -> proc_macro2::Ident {
    ident(match format {
        crate::ir::InputFormat::Json => "Json",
        crate::ir::InputFormat::Yaml => "Yaml",
        crate::ir::InputFormat::Toon => "Toon",
    })
}
