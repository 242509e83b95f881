//! Lists: loops over them, their items, and filters.

use proc_macro2::TokenStream;
use quote::quote;

use super::output::{self, Head, Output};
use super::piece::{Form, Piece, item_form};
use super::{Emitter, wrapped};
use crate::plan::template::{Case, Expr, ExprKind, Filter, For, Key, Type};

impl Emitter<'_> {
    pub(super) fn for_block(&mut self, one: &For) -> Vec<Output> {
        let outer = std::mem::take(&mut self.lifts);
        let known = self.known.len();
        let list = self.value(&one.list);
        let lifts = std::mem::replace(&mut self.lifts, outer);
        let is_map = matches!(one.list.ty, Type::Map(_));
        let needs_length = one.state.is_some() || !one.otherwise.is_empty();
        let (before, list) = self.named_list(list, needs_length);
        let mut out: Vec<_> = before.into_iter().map(Output::Plain).collect();

        let receiver = list.receiver();
        let reads_item = self.variables.0[one.item.0].is_used;
        let reads_value = one.value.is_some_and(|id| self.variables.0[id.0].is_used);
        let item = if reads_item {
            self.name(&self.variables.0[one.item.0].name)
        } else {
            super::ident("_")
        };
        let item_name = quote!(#item);
        let (pattern, items) = if is_map {
            let value = one.value.filter(|_| reads_value).map(|id| {
                let name = self.name(&self.variables.0[id.0].name);
                self.bound.insert(id, Piece::tight(quote!(#name), Form::Ref));
                quote!(#name)
            });
            match (reads_item, value) {
                (true, Some(value)) if one.state.is_some() => {
                    (quote!((#item_name, #value)), quote!(#receiver.iter()))
                }
                (true, Some(value)) => (quote!((#item_name, #value)), list.reference()),
                (false, Some(value)) => (value, quote!(#receiver.values())),
                _ => (item_name.clone(), quote!(#receiver.keys())),
            }
        } else {
            match list.form {
                _ if one.state.is_some() => (item_name.clone(), list.iterator()),
                Form::Vec(_) if reads_item => (quote!(&#item_name), list.reference()),
                Form::Vec(_) => (item_name.clone(), list.reference()),
                _ => (item_name.clone(), list.items()),
            }
        };
        self.bound.insert(one.item, Piece::tight(item_name, item_form(&list.form)));
        let index = one.state.map(|state| {
            let index = self.name("index");
            self.loops.insert(state, (index.clone(), quote!(#receiver.len())));
            index
        });
        let body = self.block(&one.body);
        self.known.truncate(known);
        let body = output::tokens(&body);
        let looped = match index {
            None => quote!(for #pattern in #items { #body }),
            Some(index) => quote!(for (#index, #pattern) in #items.enumerate() { #body }),
        };
        if one.otherwise.is_empty() {
            out.push(Output::Plain(looped));
        } else {
            let otherwise = self.block(&one.otherwise);
            let empty = (Head::If(Piece::copy(quote!(#receiver.is_empty()))), otherwise);
            out.extend(output::choice(vec![empty], vec![Output::Plain(looped)]));
        }
        wrapped(lifts, out)
    }

    /// A list to be used several times, with the statement that gives it a name if it needs one.
    fn named_list(&mut self, list: Piece, is_repeated: bool) -> (Option<TokenStream>, Piece) {
        if !is_repeated || !matches!(list.form, Form::Iter(_)) {
            return (None, list);
        }
        let items = item_form(&list.form);
        let name = self.name("items");
        let receiver = list.receiver();
        let statement = quote!(let #name = rt::render::collected(#receiver););
        (Some(statement), Piece::tight(quote!(#name), Form::Vec(Box::new(items))))
    }

    /// An item by its place.
    pub(super) fn item(&mut self, list: &Expr, place: i64) -> (TokenStream, Form) {
        let piece = self.value(list);
        let (receiver, form) = (piece.receiver(), item_form(&piece.form));
        let from_end = usize::try_from(place.unsigned_abs()).unwrap_or(usize::MAX);
        let tokens = match &piece.form {
            Form::Iter(_) if place < 0 => {
                let at = proc_macro2::Literal::usize_unsuffixed(from_end - 1);
                quote!(#receiver.nth_back(#at))
            }
            Form::Iter(_) => {
                let at = proc_macro2::Literal::usize_unsuffixed(from_end);
                if place == 0 { quote!(#receiver.next()) } else { quote!(#receiver.nth(#at)) }
            }
            other => {
                let copied =
                    matches!(other, Form::Vec(_) | Form::Made(_)).then(|| quote!(.copied()));
                let at = proc_macro2::Literal::usize_unsuffixed(from_end);
                let place = proc_macro2::Literal::i64_unsuffixed(place);
                match place.to_string().as_str() {
                    "0" => quote!(#receiver.first()#copied),
                    "-1" => quote!(#receiver.last()#copied),
                    text if text.starts_with('-') => {
                        let list = piece.reference();
                        quote!(rt::render::item(#list, #place)#copied)
                    }
                    _ => quote!(#receiver.get(#at)#copied),
                }
            }
        };
        (tokens, form)
    }

    pub(super) fn list_filter(&mut self, filter: &Filter, subject: &Expr, ty: &Type) -> Piece {
        let piece = self.value(subject);
        let (receiver, iterator, items) = (piece.receiver(), piece.iterator(), piece.items());
        let form = item_form(&piece.form);
        let is_iterator = matches!(piece.form, Form::Iter(_));
        let copied = matches!(piece.form, Form::Vec(_) | Form::Made(_)).then(|| quote!(.copied()));
        match filter {
            Filter::Length if is_iterator => Piece::copy(quote!(#receiver.count())),
            Filter::Length => Piece::copy(quote!(#receiver.len())),
            Filter::Join(separator) => Piece::owned(quote!(rt::render::join(#items, #separator))),
            Filter::First if is_iterator => {
                Piece::optional(quote!(#receiver.next()), form).borrowing(&piece)
            }
            Filter::First => {
                Piece::optional(quote!(#receiver.first()#copied), form).borrowing(&piece)
            }
            Filter::Last if is_iterator => {
                Piece::optional(quote!(#receiver.next_back()), form).borrowing(&piece)
            }
            Filter::Last => {
                Piece::optional(quote!(#receiver.last()#copied), form).borrowing(&piece)
            }
            Filter::Reverse => Piece::iter(quote!(#iterator.rev()), form).borrowing(&piece),
            Filter::Keys => Piece::iter(quote!(#receiver.keys()), Form::Ref).borrowing(&piece),
            Filter::Sum => self.sum(&piece, subject, ty),
            Filter::Min(key) => {
                let key = self.key(key, &form);
                Piece::optional(quote!(rt::render::smallest(#items, #key)), form).borrowing(&piece)
            }
            Filter::Max(key) => {
                let key = self.key(key, &form);
                Piece::optional(quote!(rt::render::largest(#items, #key)), form).borrowing(&piece)
            }
            Filter::Sort { key, reverse } => {
                let key = self.key(key, &form);
                let sorted = quote!(rt::render::sorted(#items, #key));
                let sorted = if *reverse {
                    Piece::iter(quote!(#sorted.into_iter().rev()), form)
                } else {
                    Piece::tight(sorted, Form::Made(Box::new(form)))
                };
                sorted.borrowing(&piece)
            }
            Filter::Unique(key) => {
                let key = self.key(key, &form);
                let unique = quote!(rt::render::unique(#items, #key));
                Piece::tight(unique, Form::Made(Box::new(form))).borrowing(&piece)
            }
            Filter::Map(value, variable) => {
                let name = self.name("item");
                self.bound.insert(*variable, Piece::tight(quote!(#name), form));
                let place = self.field_place(value);
                Piece::iter(quote!(#iterator.map(|#name| &#place)), Form::Ref).borrowing(&piece)
            }
            _ => piece,
        }
    }

    /// The place of a property, also of one that may be null.
    fn field_place(&mut self, expression: &Expr) -> TokenStream {
        match &expression.kind {
            ExprKind::Field(owner, _, name, _) => {
                let owner = self.field_place(owner);
                let name = super::ident(name);
                quote!(#owner.#name)
            }
            ExprKind::EnumValue(inner) => self.field_place(inner),
            _ => self.value(expression).receiver(),
        }
    }

    fn sum(&mut self, list: &Piece, subject: &Expr, ty: &Type) -> Piece {
        let Type::List(item) = &subject.ty else { return Piece::copy(quote!(0)) };
        let (iterator, name) = (list.iterator(), self.name("item"));
        let value = Piece::tight(quote!(#name), item_form(&list.form));
        match (&**item, ty) {
            (Type::Float(crate::ir::FloatWidth::F64), _) => {
                Piece::copy(quote!(rt::render::sum_floats(#iterator.copied())))
            }
            (Type::Float(width), _) => {
                let value = super::number::widened(&value.copied(), *width).tokens;
                Piece::copy(quote!(rt::render::sum_floats(#iterator.map(|#name| #value))))
            }
            (item, wide) => {
                let value = Self::same_width(&value, item, wide);
                Piece::copy(quote!(rt::render::sum(#iterator.map(|#name| #value))))
            }
        }
    }

    /// The function that gives what items are compared by.
    fn key(&mut self, key: &Key, form: &Form) -> TokenStream {
        let name = self.name("item");
        self.bound.insert(key.item, Piece::tight(quote!(#name), form.clone()));
        let value = self.value(&key.value);
        let receiver = value.receiver();
        let is_item = name == value.tokens.to_string();
        let body = match (&key.value.ty, key.case) {
            // A closure that only calls a method is the method.
            (Type::String, Case::Kept) if is_item && value.form == Form::Ref => {
                return quote!(::std::string::String::as_str);
            }
            (Type::String, Case::Kept) if is_item => return quote!(::std::convert::identity),
            (Type::String, Case::IgnoredInAscii) if is_item && value.form == Form::Copy => {
                return quote!(str::to_ascii_lowercase);
            }
            (Type::String, Case::Ignored) if is_item && value.form == Form::Copy => {
                return quote!(str::to_lowercase);
            }
            (Type::String, Case::IgnoredInAscii) => quote!(#receiver.to_ascii_lowercase()),
            (Type::String, Case::Ignored) => quote!(#receiver.to_lowercase()),
            (Type::String, Case::Kept) if value.form == Form::Owned => value.tokens,
            (Type::String, Case::Kept) => value.str(),
            (Type::Float(width), _) => {
                let float = super::number::widened(&value.copied(), *width).tokens;
                quote!(rt::render::Ordered(#float))
            }
            _ => value.copied().tokens,
        };
        quote!(|#name| #body)
    }
}
