//! Values: names, properties, items, and printing them.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::output::{Head, Output};
use super::piece::{Form, Level, Piece, is_copy};
use super::{Emitter, Known, is_option, output, types_within};
use crate::emit::context::ident;
use crate::plan::template::{Choice, Expr, ExprKind, LoopPart, Stored, Type};

impl Emitter<'_> {
    /// A value that is there.
    pub(super) fn value(&mut self, expression: &Expr) -> Piece {
        if let Type::Nullable(_) | Type::Missing(_) = expression.ty {
            let (tokens, form) = self.option(expression);
            return Piece::optional(tokens, form);
        }
        match &expression.kind {
            ExprKind::Null => Piece::copy(quote!(None)),
            ExprKind::Int(value) => {
                let literal = Literal::i128_unsuffixed(*value);
                let level = if *value < 0 { Level::Unary } else { Level::Tight };
                Piece::new(quote!(#literal), Form::Copy, level)
            }
            ExprKind::Float(value) => {
                let literal = Literal::f64_unsuffixed(*value);
                let level = if value.is_sign_negative() { Level::Unary } else { Level::Tight };
                Piece::new(quote!(#literal), Form::Copy, level)
            }
            ExprKind::String(text) => Piece::copy(quote!(#text)),
            ExprKind::This(_) | ExprKind::Input(..) | ExprKind::Field(..) => self.place(expression),
            ExprKind::Variable(id) => match self.bound.get(id) {
                Some(piece) => piece.clone(),
                None => Piece::copy(quote!(())),
            },
            ExprKind::Loop(id, part) => self.loop_part(*id, *part),
            ExprKind::Tag(owner, _, arms) => {
                let owner = self.value(owner).reference();
                let arms = arms.iter().map(|(path, value)| {
                    let path: TokenStream = path.split("::").map(ident).fold(TokenStream::new(), |path, part| {
                        if path.is_empty() { quote!(#part) } else { quote!(#path::#part) }
                    });
                    quote!(#path(_) => #value)
                });
                Piece::new(quote!(match #owner { #(#arms),* }), Form::Copy, Level::Or)
            }
            ExprKind::Narrow(inner) => self.narrow(inner),
            ExprKind::EnumValue(inner) => {
                let receiver = self.value(inner).receiver();
                let getter = ident(if expression.ty == Type::String { "as_str" } else { "value" });
                Piece::copy(quote!(#receiver.#getter()))
            }
            ExprKind::Calculate(calculation, one, other) => self.calculation(*calculation, one, other, &expression.ty),
            ExprKind::Minus(inner) => self.minus(inner, &expression.ty),
            ExprKind::Concat(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.text_of(part)).collect();
                Piece::owned(quote!([#(#parts),*].concat()))
            }
            ExprKind::Choose(choice) => self.choice(choice, &expression.ty),
            ExprKind::Filter(filter, subject) => self.filter(filter, subject, &expression.ty),
            // These are options, or conditions.
            ExprKind::Key(..) | ExprKind::Item(..) => self.narrow(expression),
            ExprKind::Bool(_)
            | ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::IsNull(_)
            | ExprKind::IsMissing(_)
            | ExprKind::Truth(_)
            | ExprKind::Compare(..)
            | ExprKind::Contains(..) => self.condition(expression, false),
        }
    }

    /// A variable, whatever it holds.
    pub(super) fn value_held(&self, expression: &Expr) -> Piece {
        match &expression.kind {
            ExprKind::Variable(id) => self.bound.get(id).cloned().unwrap_or_else(|| Piece::copy(quote!(None))),
            _ => Piece::copy(quote!(None)),
        }
    }

    /// The place of a field, whatever it holds.
    pub(super) fn place(&mut self, expression: &Expr) -> Piece {
        match &expression.kind {
            ExprKind::Input(_, name, _) => {
                self.reads_self = true;
                let name = ident(name);
                Piece::tight(quote!(self.#name), Form::Place)
            }
            ExprKind::Field(owner, _, name, _) => {
                let owner = self.value(owner);
                let (receiver, name) = (owner.receiver(), ident(name));
                Piece::tight(quote!(#receiver.#name), Form::Place)
            }
            _ => {
                self.reads_self = true;
                self.this.clone()
            }
        }
    }

    /// A value that may be nothing, as an `Option`, and the form of what it holds.
    pub(super) fn option(&mut self, expression: &Expr) -> (TokenStream, Form) {
        let inner = types_within(&expression.ty).clone();
        match &expression.kind {
            ExprKind::This(stored) | ExprKind::Input(_, _, stored) | ExprKind::Field(_, _, _, stored) => {
                let place = self.place(expression);
                Self::option_of(&place, *stored, &inner)
            }
            ExprKind::Variable(_) | ExprKind::Narrow(_) => {
                let held = match &expression.kind {
                    ExprKind::Narrow(outer) => self.narrow(outer),
                    _ => self.value_held(expression),
                };
                match &held.form {
                    Form::Optional(form) if **form == Form::Owned => {
                        let receiver = held.receiver();
                        (quote!(#receiver.as_deref()), Form::Copy)
                    }
                    Form::Optional(form) => (held.receiver(), (**form).clone()),
                    _ => Self::option_of(&held, Stored::Option, &inner),
                }
            }
            ExprKind::Key(owner, key) => {
                let owner = self.value(owner);
                let key = self.value(key).str();
                let receiver = owner.receiver();
                (quote!(#receiver.get(#key)), Form::Ref)
            }
            ExprKind::Item(list, place) => self.item(list, *place),
            ExprKind::Filter(filter, subject) => {
                let piece = self.filter(filter, subject, &expression.ty);
                match piece.form.clone() {
                    Form::Optional(form) => (piece.receiver(), *form),
                    form => (piece.receiver(), form),
                }
            }
            ExprKind::Choose(choice) => self.optional_choice(choice, &inner),
            _ => (quote!(None), Form::Copy),
        }
    }

    fn option_of(held: &Piece, stored: Stored, inner: &Type) -> (TokenStream, Form) {
        let receiver = held.receiver();
        if is_option(stored) {
            match inner {
                Type::String => (quote!(#receiver.as_deref()), Form::Copy),
                ty if is_copy(ty) => {
                    let tokens = held.copied().at(Level::Tight);
                    (tokens, Form::Copy)
                }
                _ => (quote!(#receiver.as_ref()), Form::Ref),
            }
        } else {
            match inner {
                ty if is_copy(ty) => (quote!(#receiver.value()), Form::Copy),
                _ => (quote!(#receiver.as_ref().value()), Form::Ref),
            }
        }
    }

    /// The value of what may be nothing: by a name that it has already, or by one that the statement around gives it.
    pub(super) fn narrow(&mut self, inner: &Expr) -> Piece {
        if let Some((_, known)) = self.known.iter_mut().rev().find(|(known, _)| known == inner) {
            known.is_read = true;
            return known.piece.clone();
        }
        let (option, form) = self.option(inner);
        let name = self.name(&self.hint(inner));
        self.lifts.push((name.clone(), option));
        let piece = Piece::tight(quote!(#name), form);
        self.known.push((inner.clone(), Known { piece: piece.clone(), is_read: true }));
        piece
    }

    fn loop_part(&mut self, id: crate::plan::template::VariableId, part: LoopPart) -> Piece {
        let Some((index, length)) = self.loops.get(&id).cloned() else { return Piece::copy(quote!(0)) };
        let (tokens, level) = match part {
            LoopPart::Index => (quote!(#index + 1), Level::Arithmetic),
            LoopPart::Index0 => (quote!(#index), Level::Tight),
            LoopPart::RevIndex => (quote!(#length - #index), Level::Arithmetic),
            LoopPart::RevIndex0 => (quote!(#length - #index - 1), Level::Arithmetic),
            LoopPart::Length => (quote!(#length), Level::Tight),
            LoopPart::First => (quote!(#index == 0), Level::Compare),
            LoopPart::Last => (quote!(#index + 1 == #length), Level::Compare),
        };
        Piece::new(tokens, Form::Copy, level)
    }

    /// A statement that prints a value.
    pub(super) fn print(&mut self, expression: &Expr) -> Output {
        match &expression.ty {
            Type::Nullable(_) => self.print_option(expression, Some("null")),
            Type::Missing(_) => self.print_option(expression, None),
            ty => {
                let piece = self.value(expression);
                Output::Plain(Self::print_piece(&piece, ty))
            }
        }
    }

    fn print_option(&mut self, expression: &Expr, none: Option<&str>) -> Output {
        let inner = types_within(&expression.ty).clone();
        let (option, form) = self.option(expression);
        if inner == Type::String && form == Form::Copy {
            return Output::Plain(match none {
                Some(none) => quote!(out.push_str(#option.unwrap_or(#none));),
                None => quote!(out.push_str(#option.unwrap_or_default());),
            });
        }
        let name = self.name(&self.hint(expression));
        let piece = Piece::tight(quote!(#name), form);
        let printed = match &inner {
            Type::Nullable(_) => {
                let value = Self::option_of(&piece, Stored::Option, types_within(&inner));
                let nested = types_within(&inner);
                let inner_name = self.name("inner");
                let inner_piece = Piece::tight(quote!(#inner_name), value.1);
                let printed = vec![Output::Plain(Self::print_piece(&inner_piece, nested))];
                output::choice(vec![(Head::Let(quote!(#inner_name), value.0), printed)], vec![Output::text("null")])
            }
            ty => Output::Plain(Self::print_piece(&piece, ty)),
        };
        let otherwise = none.map(Output::text).into_iter().collect();
        output::choice(vec![(Head::Let(quote!(#name), option), vec![printed])], otherwise)
    }

    fn print_piece(piece: &Piece, ty: &Type) -> TokenStream {
        match ty {
            Type::String => {
                let text = piece.str();
                quote!(out.push_str(#text);)
            }
            Type::Bool | Type::Int(_) => {
                let value = piece.copied().tokens;
                quote!(rt::render::print(out, #value);)
            }
            Type::Float(width) => {
                let value = super::number::widened(&piece.copied(), *width).tokens;
                quote!(rt::render::print_float(out, #value);)
            }
            Type::List(_) if matches!(piece.form, Form::Iter(_) | Form::Vec(_)) => {
                let items = piece.items();
                quote!(rt::render::print_list(out, #items);)
            }
            _ => {
                let value = piece.reference();
                quote!(rt::render::print_value(out, #value);)
            }
        }
    }

    /// The text of a value within another text, as a `&str`.
    fn text_of(&mut self, part: &Expr) -> TokenStream {
        let piece = self.value(part);
        match (&part.ty, &piece.form) {
            (Type::String, _) => piece.str(),
            (Type::Missing(inner), Form::Optional(form)) if **inner == Type::String && **form == Form::Copy => {
                let receiver = piece.receiver();
                quote!(#receiver.unwrap_or_default())
            }
            (Type::Missing(inner), Form::Optional(form)) => {
                let receiver = piece.receiver();
                let name = self.name("value");
                let value = Piece::tight(quote!(#name), (**form).clone());
                let text = Self::to_text(&value, inner);
                quote!(&#receiver.map(|#name| #text).unwrap_or_default())
            }
            (ty, _) => {
                let text = Self::to_text(&piece, ty);
                quote!(&#text)
            }
        }
    }

    /// A value as a `String`.
    pub(super) fn to_text(piece: &Piece, ty: &Type) -> TokenStream {
        match ty {
            Type::Bool | Type::Int(_) => {
                let receiver = piece.receiver();
                quote!(#receiver.to_string())
            }
            _ => {
                let value = piece.reference();
                quote!(rt::render::to_text(#value))
            }
        }
    }

    fn choice(&mut self, choice: &Choice, ty: &Type) -> Piece {
        let (head, yes) = self.branch(&choice.condition, |emitter| emitter.local(&choice.yes));
        let no = choice.no.as_ref().map(|no| self.local(no));
        let no = no.unwrap_or_else(|| Piece::copy(quote!(Default::default())));
        let types = [&choice.yes.ty, choice.no.as_ref().map_or(ty, |no| &no.ty)];
        let (yes, no, form) = Self::alike([yes, no], types, ty);
        let tokens = match head {
            Head::If(condition) => quote!(if #condition { #yes } else { #no }),
            Head::Let(name, option) => quote!(if let Some(#name) = #option { #yes } else { #no }),
        };
        Piece::new(tokens, form, Level::Or)
    }

    /// Two pieces in the same form.
    fn alike([yes, no]: [Piece; 2], types: [&Type; 2], ty: &Type) -> (TokenStream, TokenStream, Form) {
        match ty {
            Type::String if [&yes, &no].iter().any(|piece| piece.form == Form::Owned || piece.is_brief) => {
                (yes.owned_string(), no.owned_string(), Form::Owned)
            }
            Type::String => (yes.str(), no.str(), Form::Copy),
            Type::Int(_) => {
                let [yes, no] = [(yes, types[0]), (no, types[1])].map(|(piece, own)| Self::same_width(&piece, own, ty));
                (yes, no, Form::Copy)
            }
            Type::Float(width) => {
                let own = |own: &Type| if let Type::Float(own) = own { *own } else { *width };
                let [yes, no] = [(yes, types[0]), (no, types[1])].map(|(piece, ty)| {
                    let piece = piece.copied();
                    if own(ty) == *width { piece.tokens } else { super::number::widened(&piece, own(ty)).tokens }
                });
                (yes, no, Form::Copy)
            }
            Type::Bool | Type::Enum(_) => (yes.copied().tokens, no.copied().tokens, Form::Copy),
            Type::List(_) if [&yes, &no].iter().any(|piece| matches!(piece.form, Form::Iter(_) | Form::Vec(_))) => {
                let form = Form::Vec(Box::new(super::piece::item_form(&yes.form)));
                (yes.collected(), no.collected(), form)
            }
            _ => (yes.reference(), no.reference(), Form::Ref),
        }
    }

    /// A choice without an `else`, or between values that may be nothing.
    fn optional_choice(&mut self, choice: &Choice, inner: &Type) -> (TokenStream, Form) {
        let (head, yes) = self.branch(&choice.condition, |emitter| emitter.local(&choice.yes));
        let (yes, form) = match yes.form.clone() {
            Form::Optional(form) => (yes.tokens, *form),
            _ => {
                let (tokens, form) = match yes.kept(inner) {
                    (tokens, Form::Place) => (tokens, Form::Owned),
                    other => other,
                };
                (quote!(Some(#tokens)), form)
            }
        };
        let no = match &choice.no {
            None => quote!(None),
            Some(no) => self.local(no).tokens,
        };
        let tokens = match head {
            Head::If(condition) => quote!((if #condition { #yes } else { #no })),
            Head::Let(name, option) => quote!((if let Some(#name) = #option { #yes } else { #no })),
        };
        (tokens, form)
    }

    /// A value in a branch. What it needs to be there was made sure of; a default stands for what cannot be.
    fn local(&mut self, expression: &Expr) -> Piece {
        let outer = std::mem::take(&mut self.lifts);
        let known = self.known.len();
        let piece = self.value(expression);
        self.known.truncate(known);
        let mut lifts = std::mem::replace(&mut self.lifts, outer);
        let has_default = matches!(expression.ty, Type::String | Type::Bool | Type::Int(_) | Type::Float(_));
        if !has_default {
            self.lifts.append(&mut lifts);
            return piece;
        }
        let (mut tokens, form) = piece.kept(&expression.ty);
        let form = if form == Form::Place { Form::Owned } else { form };
        for (name, option) in lifts.into_iter().rev() {
            tokens = quote!(#option.map(|#name| #tokens).unwrap_or_default());
        }
        Piece::tight(tokens, form)
    }
}

impl Piece {
    /// What a loop or a function goes over: an iterator, or a reference to a list.
    pub(super) fn items(&self) -> TokenStream {
        let receiver = self.receiver();
        match self.form {
            Form::Iter(_) => self.tokens.clone(),
            Form::Vec(_) => quote!(#receiver.iter().copied()),
            _ => self.reference(),
        }
    }

    /// An iterator over a list.
    pub(super) fn iterator(&self) -> TokenStream {
        let receiver = self.receiver();
        match self.form {
            Form::Iter(_) => receiver,
            Form::Vec(_) => quote!(#receiver.iter().copied()),
            _ => quote!(#receiver.iter()),
        }
    }

    /// A `Vec` of the items.
    fn collected(&self) -> TokenStream {
        let iterator = self.iterator();
        quote!(#iterator.collect::<Vec<_>>())
    }

    fn owned_string(&self) -> TokenStream {
        if self.form == Form::Owned {
            return self.tokens.clone();
        }
        let text = self.str();
        if self.level >= Level::Tight { quote!(#text.to_owned()) } else { quote!((#text).to_owned()) }
    }
}
