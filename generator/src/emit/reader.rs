//! The reader of a struct: a loop over keys, one arm a field, then the struct or what can be kept of it.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::context::{Context, ident, local};
use super::{default, rules};
use crate::plan::{Field, FieldPresence, RustType, Struct};

/// How a struct reads itself.
pub(super) fn emit(context: &Context<'_>, item: &Struct) -> TokenStream {
    let name = ident(&item.name);
    let partial = item.partial.as_ref().map(|partial| ident(partial));
    let partial_type = partial.clone().unwrap_or_else(|| ident("Self"));
    let idents = names(item);
    let decoder = local("decoder", &idents);
    let object = local("object", &idents);
    let keys = keys(item);
    let start = start(context, item, &decoder, &object);
    let arms = arms(context, item, &decoder);
    let values = item.fields.iter().zip(&idents);
    let values = values.map(|(field, ident)| value(context, field, ident, &decoder));
    let entries = item.additional.as_ref().map(|field| {
        let name = ident(&field.name);
        quote!(#name: #name.entries())
    });
    let values: Vec<_> = values.chain(entries.clone()).collect();
    let (rejected, into_partial) = match &partial {
        None => (quote!(rt::Rejected::nothing()), quote!(self)),
        Some(partial) => {
            let kept = item.fields.iter().zip(&idents).map(|(field, ident)| kept(field, ident));
            let kept = kept.chain(entries);
            let whole = item.fields.iter().map(|field| whole(context, field));
            let further = item.additional.as_ref().map(|field| {
                let name = ident(&field.name);
                quote!(#name: self.#name)
            });
            let whole = whole.chain(further);
            (
                quote!(rt::Rejected::partial(#partial { #(#kept),* })),
                quote!(#partial { #(#whole),* }),
            )
        }
    };
    let made = quote!(Self { #(#values),* });
    let (mark, made) = if item.guards.is_empty() {
        (None, quote!(Ok(#made)))
    } else {
        let begin = local("start", &idents);
        let guards = rules::guards(context, &item.guards);
        let value = local("value", &idents);
        let made = quote! {
            let #value = #made;
            #decoder.guarded(#begin, #value, #guards)
        };
        (Some(quote!(let #begin = #decoder.start();)), made)
    };
    quote! {
        impl rt::Decode for #name {
            type Partial = #partial_type;

            const KEYS: &'static rt::Keys = #keys;
            const SHAPE: rt::Shape = rt::Shape::Object;

            fn decode(#decoder: &mut rt::Decoder<'_>) -> rt::Decoded<Self> {
                #mark
                #start
                #arms
                if !#decoder.finish(&mut #object) {
                    return Err(#rejected);
                }
                #made
            }

            fn into_partial(self) -> Self::Partial {
                #into_partial
            }
        }
    }
}

/// The names of all fields.
fn names(item: &Struct) -> Vec<Ident> {
    item.fields.iter().chain(&item.additional).map(|field| ident(&field.name)).collect()
}

/// What stands under a key: a field, or a value that the struct does not hold.
type Entry<'i> = Result<&'i Field, &'i crate::plan::Constant>;

/// The keys in the order of the file: fields with the constants between them.
fn order(item: &Struct) -> Vec<Entry<'_>> {
    let mut constants = item.constants.iter().peekable();
    let mut keys = Vec::new();
    for (at, field) in item.fields.iter().enumerate() {
        while let Some(constant) = constants.next_if(|constant| constant.position <= at) {
            keys.push(Err(constant));
        }
        keys.push(Ok(field));
    }
    keys.extend(constants.map(Err));
    keys
}

fn keys(item: &Struct) -> TokenStream {
    let keys = order(item).into_iter().map(|key| match key {
        Err(constant) => {
            let name = &constant.wire_name;
            quote!(rt::required(#name))
        }
        Ok(field) => {
            let name = &field.wire_name;
            if matches!(field.presence, FieldPresence::Required) {
                quote!(rt::required(#name))
            } else {
                quote!(rt::optional(#name))
            }
        }
    });
    let kind = ident(match item.is_open {
        _ if item.additional.is_some() => "rest",
        true => "open",
        false => "closed",
    });
    quote!(&rt::Keys::#kind(&[#(#keys),*]))
}

/// The slots of the fields. Those that need no more than their value are read at once while keys come in order.
fn start(context: &Context<'_>, item: &Struct, decoder: &Ident, object: &Ident) -> TokenStream {
    let idents = names(item);
    let members = local("members", &idents);
    if item.fields.len() > WIDE {
        return start_wide(context, item, decoder, object);
    }
    let plain = order(item).into_iter().map_while(|entry| entry.ok().filter(|one| is_plain(one)));
    let count = plain.count();
    let slots = item.fields.iter().zip(&idents).enumerate().map(|(at, (field, name))| {
        let place = proc_macro2::Literal::usize_unsuffixed(at);
        if at < count {
            quote!(let mut #name = #members.read(#decoder, #place);)
        } else if field.rules.is_empty() {
            quote!(let mut #name = rt::Slot::new();)
        } else {
            let ty = context.ty(&field.ty);
            quote!(let mut #name = rt::Slot::<#ty>::new();)
        }
    });
    let further = item.additional.as_ref().map(|field| {
        let name = ident(&field.name);
        quote!(let mut #name = rt::Rest::new();)
    });
    let slots = slots.chain(further);
    if count == 0 {
        return quote! {
            #(#slots)*
            let mut #object = #decoder.begin_object(Self::KEYS)?.others();
        };
    }
    quote! {
        let mut #members = #decoder.begin_object(Self::KEYS)?;
        #(#slots)*
        let mut #object = #members.others();
    }
}

/// Structs with more fields are read in a way that the compiler can follow in linear time.
const WIDE: usize = 64;

/// The slots of a wide struct, with their types told and in one binding: each further binding would be a scope in the
/// one before it.
fn start_wide(
    context: &Context<'_>,
    item: &Struct,
    decoder: &Ident,
    object: &Ident,
) -> TokenStream {
    let idents = item.fields.iter().map(|field| ident(&field.name));
    let types = item.fields.iter().map(|field| context.ty(&field.ty));
    let further = item.additional.as_ref().map(|field| {
        let name = ident(&field.name);
        quote!(let mut #name = rt::Rest::new();)
    });
    quote! {
        let (#(mut #idents),*) = (#(rt::Slot::<#types>::new()),*);
        #further
        let mut #object = #decoder.begin_object(Self::KEYS)?.others();
    }
}

/// Whether a field has neither rules nor a null that stands for its absence.
fn is_plain(field: &Field) -> bool {
    let is_nullable = matches!(field.ty, RustType::Option(_));
    field.rules.is_empty() && (is_nullable || matches!(field.presence, FieldPresence::Required))
}

/// About how long a call in an arm of a match may be.
const LONG_CALL: usize = 60;

/// The loop over the keys that are there.
fn arms(context: &Context<'_>, item: &Struct, decoder: &Ident) -> TokenStream {
    let idents = names(item);
    let object = local("object", &idents);
    let key = local("key", &idents);
    let order = order(item);
    let further = item.additional.as_ref().map(|field| rest(context, field, decoder, &object));
    let last = if further.is_some() { order.len() } else { order.len().saturating_sub(1) };
    if let (true, Some(read)) = (order.is_empty(), &further) {
        return quote!(while #decoder.next_key(&mut #object).is_some() { #read });
    }
    if order.is_empty() {
        return quote!(while #decoder.next_key(&mut #object).is_some() {});
    }
    if let ([only], None) = (&order[..], &further) {
        let only = *only;
        let read = entry(context, only, decoder);
        return quote!(while #decoder.next_key(&mut #object).is_some() { #read; });
    }
    let arms = same_entries(order).into_iter().map(|(places, one)| {
        // The decoder gives no other number, so the last arm needs no pattern.
        let is_last = places.contains(&last);
        let numbers = places.into_iter().map(proc_macro2::Literal::usize_unsuffixed);
        let pattern = if is_last { quote!(_) } else { quote!(#(#numbers)|*) };
        let read = entry(context, one, decoder);
        // A call that does not fit the line is put in a block.
        let is_block = one.is_ok_and(|field| !field.rules.is_empty());
        if !is_block && read.to_string().len() > LONG_CALL {
            return quote!(#pattern => { #read; });
        }
        quote!(#pattern => #read,)
    });
    let further = further.map(|read| quote!(_ => { #read }));
    quote! {
        while let Some(#key) = #decoder.next_key(&mut #object) {
            match #key {
                #(#arms)*
                #further
            }
        }
    }
}

/// The entries with their places, constants of one value joined. The one at the last place comes last.
fn same_entries<'i>(order: Vec<Entry<'i>>) -> Vec<(Vec<usize>, Entry<'i>)> {
    let last = order.len().saturating_sub(1);
    let mut arms: Vec<(Vec<usize>, Entry<'i>)> = Vec::with_capacity(order.len());
    let mut constants: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, one) in order.into_iter().enumerate() {
        let new = arms.len();
        let at = match one {
            Ok(_) => new,
            Err(constant) => *constants.entry(&constant.json).or_insert(new),
        };
        match arms.get_mut(at) {
            Some((places, _)) => places.push(place),
            None => arms.push((vec![place], one)),
        }
    }
    arms.sort_by_key(|(places, _)| places.contains(&last));
    arms
}

fn entry(context: &Context<'_>, entry: Entry<'_>, decoder: &Ident) -> TokenStream {
    match entry {
        Ok(field) => read(context, field, decoder),
        Err(constant) => {
            let json = super::context::text(&constant.json);
            quote!(#decoder.constant(#json))
        }
    }
}

fn read(context: &Context<'_>, field: &Field, decoder: &Ident) -> TokenStream {
    let name = ident(&field.name);
    let is_nullable = matches!(field.ty, RustType::Option(_));
    let method = match (&field.presence, is_nullable, field.rules.is_empty()) {
        (FieldPresence::Required, _, true) | (_, true, true) => "read",
        (FieldPresence::Required, _, false) | (_, true, false) => "read_checked",
        (_, false, true) => "read_optional",
        (_, false, false) => "read_optional_checked",
    };
    let method = ident(method);
    if field.rules.is_empty() {
        return quote!(#name.#method(#decoder));
    }
    let rules = rules::emit(context, &field.rules, &field.ty);
    quote!({ #name.#method(#decoder, #rules); })
}

/// Reads a member with another key.
fn rest(context: &Context<'_>, field: &Field, decoder: &Ident, object: &Ident) -> TokenStream {
    let name = ident(&field.name);
    if field.rules.is_empty() {
        return quote!(#name.read(#decoder, &#object););
    }
    let rules = rules::emit(context, &field.rules, &field.ty);
    quote!(#name.read_checked(#decoder, &#object, #rules);)
}

/// The value of a field in the finished struct.
fn value(context: &Context<'_>, field: &Field, name: &Ident, decoder: &Ident) -> TokenStream {
    match &field.presence {
        FieldPresence::Required => quote!(#name: #name.whole()),
        FieldPresence::Optional if matches!(field.ty, RustType::Option(_)) => {
            quote!(#name: #name.maybe())
        }
        FieldPresence::Optional => quote!(#name: #name.optional()),
        FieldPresence::Default(value) => {
            let (key, make) = (&field.wire_name, default::function(context, value));
            quote!(#name: #name.or_default(#decoder, #key, #make))
        }
    }
}

/// What is kept of a field when the struct cannot be made.
fn kept(field: &Field, name: &Ident) -> TokenStream {
    if matches!(field.ty, RustType::Option(_)) {
        return quote!(#name: #name.partial().unwrap_or_default());
    }
    quote!(#name: #name.partial())
}

/// A whole field as a partial one.
fn whole(context: &Context<'_>, field: &Field) -> TokenStream {
    let name = ident(&field.name);
    let is_same = |ty: &RustType| context.partial(ty).to_string() == context.ty(ty).to_string();
    let value = match (&field.presence, &field.ty) {
        (FieldPresence::Optional, RustType::Option(inner)) if is_same(inner) => quote!(self.#name),
        (FieldPresence::Optional, RustType::Option(_)) => {
            quote!(self.#name.map(rt::Decode::into_partial))
        }
        (_, RustType::Option(_)) => quote!(rt::Decode::into_partial(self.#name)),
        (FieldPresence::Optional, ty) if is_same(ty) => quote!(self.#name),
        (FieldPresence::Optional, _) => quote!(self.#name.map(rt::Decode::into_partial)),
        (_, ty) if is_same(ty) => quote!(Some(self.#name)),
        (_, _) => quote!(Some(rt::Decode::into_partial(self.#name))),
    };
    quote!(#name: #value)
}
