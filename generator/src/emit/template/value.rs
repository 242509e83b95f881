//! Values: names, properties, items, and printing them.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::output::{Head, Output};
use super::piece::{Form, Level, Lift, Piece, closure, is_copy};
use super::{Emitter, Known, is_option, output, types_within};
use crate::emit::context::ident;
use crate::plan::template::{Choice, Expr, ExprKind, Filter, LoopPart, Stored, Type};

impl Emitter<'_> {
    /// A value that is there.
    pub(super) fn value(&mut self, expression: &Expr) -> Piece {
        if let Type::Nullable(_) | Type::Missing(_) = expression.ty {
            let (mut piece, form) = self.option(expression);
            piece.form = Form::Optional(Box::new(form));
            return piece;
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
                    let path: TokenStream =
                        path.split("::").map(ident).fold(TokenStream::new(), |path, part| {
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
            ExprKind::Calculate(calculation, one, other) => {
                self.calculation(*calculation, one, other, &expression.ty)
            }
            ExprKind::Minus(inner) => self.minus(inner, &expression.ty),
            ExprKind::Concat(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.text_of(part)).collect();
                Piece::owned(quote!([#(#parts),*].concat()))
            }
            ExprKind::Choose(choice) => self.choice(choice, &expression.ty),
            ExprKind::Filter(filter, subject) if !matches!(filter, Filter::Matches(_)) => {
                self.filter(filter, subject, &expression.ty)
            }
            // These are options, or conditions.
            ExprKind::Key(..) | ExprKind::Item(..) => self.narrow(expression),
            ExprKind::Filter(..)
            | ExprKind::Bool(_)
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
            ExprKind::Variable(id) => {
                self.bound.get(id).cloned().unwrap_or_else(|| Piece::copy(quote!(None)))
            }
            _ => Piece::copy(quote!(None)),
        }
    }

    /// A value that says its type itself, as numbers written out must where nothing else does.
    pub(super) fn typed(&mut self, expression: &Expr) -> Piece {
        let tokens = match expression.kind {
            ExprKind::Int(value) => {
                let literal = Literal::i128_suffixed(value);
                quote!(#literal)
            }
            ExprKind::Float(value) => {
                let literal = Literal::f64_suffixed(value);
                quote!(#literal)
            }
            _ => return self.value(expression),
        };
        Piece::new(tokens, Form::Copy, Level::Unary)
    }

    /// The place of a field, whatever it holds.
    pub(super) fn place(&mut self, expression: &Expr) -> Piece {
        match &expression.kind {
            ExprKind::Input(_, name, _) => {
                let name = ident(name);
                Piece::tight(quote!(self.#name), Form::Place)
            }
            ExprKind::Field(owner, _, name, _) => {
                let owner = self.value(owner);
                let (receiver, name) = (owner.receiver(), ident(name));
                Piece::tight(quote!(#receiver.#name), Form::Place)
            }
            _ => self.this.clone(),
        }
    }

    /// A value that may be nothing, as an `Option`, and the form of what it holds.
    pub(super) fn option(&mut self, expression: &Expr) -> (Piece, Form) {
        let inner = types_within(&expression.ty).clone();
        let tight = |tokens, form: Form| (Piece::optional(tokens, form.clone()), form);
        match &expression.kind {
            ExprKind::This(stored)
            | ExprKind::Input(_, _, stored)
            | ExprKind::Field(_, _, _, stored) => {
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
                        tight(quote!(#receiver.as_deref()), Form::Copy)
                    }
                    Form::Optional(form) => {
                        let form = (**form).clone();
                        (held, form)
                    }
                    _ => Self::option_of(&held, Stored::Option, &inner),
                }
            }
            ExprKind::Key(owner, key) => {
                let receiver = self.value(owner).receiver();
                let key = self.value(key).str();
                tight(quote!(#receiver.get(#key)), Form::Ref)
            }
            ExprKind::Item(list, place) => {
                let (tokens, form) = self.item(list, *place);
                tight(tokens, form)
            }
            ExprKind::Filter(filter, subject) => {
                let piece = self.filter(filter, subject, &expression.ty);
                match piece.form.clone() {
                    Form::Optional(form) => (piece, *form),
                    form => (piece, form),
                }
            }
            ExprKind::Choose(choice) => self.optional_choice(choice, &inner),
            _ => tight(quote!(None), Form::Copy),
        }
    }

    fn option_of(held: &Piece, stored: Stored, inner: &Type) -> (Piece, Form) {
        let receiver = held.receiver();
        let tight = |tokens, form: Form| (Piece::optional(tokens, form.clone()), form);
        match (is_option(stored), inner) {
            (true, Type::String) => tight(quote!(#receiver.as_deref()), Form::Copy),
            (true, ty) if is_copy(ty) => (held.copied(), Form::Copy),
            (true, _) => tight(quote!(#receiver.as_ref()), Form::Ref),
            (false, ty) if is_copy(ty) => tight(quote!(#receiver.value()), Form::Copy),
            (false, _) => tight(quote!(#receiver.as_ref().value()), Form::Ref),
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
        let piece = Piece::tight(quote!(#name), form.clone());
        let ty = types_within(&inner.ty).clone();
        self.lifts.push(Lift { name, option, form, ty });
        self.known.push((inner.clone(), Known { piece: piece.clone(), is_read: true }));
        piece
    }

    fn loop_part(&mut self, id: crate::plan::template::VariableId, part: LoopPart) -> Piece {
        let Some((index, length)) = self.loops.get(&id).cloned() else {
            return Piece::copy(quote!(0));
        };
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

    /// The statements that print a value.
    pub(super) fn print(&mut self, expression: &Expr) -> Vec<Output> {
        let none = match &expression.ty {
            Type::Nullable(_) => Some("null"),
            Type::Missing(_) => None,
            ty => {
                let piece = self.value(expression);
                return vec![Output::Plain(Self::print_piece(&piece, ty))];
            }
        };
        let (option, form) = self.option(expression);
        let name = self.hint(expression);
        self.print_option(option, form, types_within(&expression.ty), &name, none)
    }

    fn print_option(
        &mut self,
        option: Piece,
        form: Form,
        inner: &Type,
        hint: &str,
        none: Option<&str>,
    ) -> Vec<Output> {
        if *inner == Type::String && form == Form::Copy {
            let option = option.receiver();
            return vec![Output::Plain(if let Some(none) = none {
                quote!(out.push_str(#option.unwrap_or(#none));)
            } else {
                quote!(out.push_str(#option.unwrap_or_default());)
            })];
        }
        let name = self.name(hint);
        let piece = Piece::tight(quote!(#name), form);
        let printed = match inner {
            Type::Nullable(nested) => {
                let (option, form) = Self::option_of(&piece, Stored::Option, nested);
                self.print_option(option, form, nested, "inner", Some("null"))
            }
            ty => vec![Output::Plain(Self::print_piece(&piece, ty))],
        };
        let otherwise = none.map(Output::text).into_iter().collect();
        output::choice(vec![(Head::Let(vec![name], option), printed)], otherwise)
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
            Type::List(_) if matches!(piece.form, Form::Iter(_) | Form::Vec(_) | Form::Made(_)) => {
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
            (Type::String, Form::Owned) => {
                let receiver = piece.receiver();
                quote!(#receiver.as_str())
            }
            (Type::String, _) => piece.str(),
            (Type::Missing(inner), Form::Optional(form)) => {
                let (receiver, form) = (piece.receiver(), (**form).clone());
                let text = match (&**inner, &form) {
                    (Type::String, Form::Copy) => return quote!(#receiver.unwrap_or_default()),
                    (Type::String, Form::Ref) => {
                        return quote!(#receiver.map_or("", ::std::string::String::as_str));
                    }
                    (Type::Bool | Type::Int(_), Form::Ref) => {
                        quote!(::std::string::ToString::to_string)
                    }
                    (_, Form::Ref) => quote!(rt::render::to_text),
                    (inner, _) => {
                        let name = self.name("value");
                        let text = Self::to_text(&Piece::tight(quote!(#name), form), inner);
                        quote!(|#name| #text)
                    }
                };
                quote!(#receiver.map(#text).unwrap_or_default().as_str())
            }
            (ty, _) => {
                let text = Self::to_text(&piece, ty);
                quote!(#text.as_str())
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
        // Without an `else` the value is an option, which is not written here.
        let no = no.unwrap_or_else(|| Piece::copy(quote!(())));
        let types = [&choice.yes.ty, choice.no.as_ref().map_or(ty, |no| &no.ty)];
        let (yes, no, form) = Self::alike([yes, no], types, ty);
        let is_same = yes.to_string() == no.to_string();
        let tokens = match head {
            Head::If(_) if is_same => return Piece::new(yes, form, Level::Unary),
            Head::If(Piece { opposite: Some(condition), .. }) => {
                chained(&quote!(if #condition { #no }), &yes)
            }
            Head::If(condition) => {
                let condition = condition.tokens;
                chained(&quote!(if #condition { #yes }), &no)
            }
            Head::Let(names, option) if is_only(&names, &yes) => {
                let option = option.receiver();
                return Piece::tight(quote!(#option.unwrap_or(#no)), form);
            }
            Head::Let(names, option) => {
                let (name, option) = (&names[0], option.tokens);
                chained(&quote!(if let Some(#name) = #option { #yes }), &no)
            }
        };
        Piece::new(tokens, form, Level::Or)
    }

    /// Two pieces in the same form.
    fn alike(
        [yes, no]: [Piece; 2],
        types: [&Type; 2],
        ty: &Type,
    ) -> (TokenStream, TokenStream, Form) {
        match ty {
            Type::String
                if [&yes, &no].iter().any(|piece| piece.form == Form::Owned || piece.is_brief) =>
            {
                (yes.owned_string(), no.owned_string(), Form::Owned)
            }
            Type::String => (yes.str(), no.str(), Form::Copy),
            Type::Int(_) => {
                let [yes, no] = [(yes, types[0]), (no, types[1])]
                    .map(|(piece, own)| Self::same_width(&piece, own, ty));
                (yes, no, Form::Copy)
            }
            Type::Float(width) => {
                let own = |own: &Type| if let Type::Float(own) = own { *own } else { *width };
                let [yes, no] = [(yes, types[0]), (no, types[1])].map(|(piece, ty)| {
                    let piece = piece.copied();
                    if own(ty) == *width {
                        piece.tokens
                    } else {
                        super::number::widened(&piece, own(ty)).tokens
                    }
                });
                (yes, no, Form::Copy)
            }
            Type::Bool | Type::Enum(_) => (yes.copied().tokens, no.copied().tokens, Form::Copy),
            Type::List(_)
                if [&yes, &no].iter().any(|piece| {
                    matches!(piece.form, Form::Iter(_) | Form::Vec(_) | Form::Made(_))
                }) =>
            {
                let form = Form::Vec(Box::new(super::piece::item_form(&yes.form)));
                (yes.collected(), no.collected(), form)
            }
            _ => (yes.reference(), no.reference(), Form::Ref),
        }
    }

    /// A choice without an `else`, or between values that may be nothing.
    fn optional_choice(&mut self, choice: &Choice, inner: &Type) -> (Piece, Form) {
        let (head, yes) = self.branch(&choice.condition, |emitter| emitter.local(&choice.yes));
        let no = choice.no.as_ref().map(|no| self.local(no).tokens);
        let is_option = matches!(yes.form, Form::Optional(_));
        let (yes, form) = match yes.form.clone() {
            Form::Optional(form) => (yes.tokens, *form),
            _ => match yes.kept(inner) {
                (tokens, Form::Place) => (tokens, Form::Owned),
                kept => kept,
            },
        };
        let some = if is_option { quote!(#yes) } else { quote!(Some(#yes)) };
        let none = no.clone().unwrap_or_else(|| quote!(None));
        let whole = Form::Optional(Box::new(form.clone()));
        let piece = match head {
            Head::If(_) if some.to_string() == none.to_string() => {
                Piece::new(some, whole, Level::Or)
            }
            Head::Let(names, option) if no.is_none() => {
                let name = &names[0];
                let option = option.receiver();
                let tokens = if is_only(&names, &yes) {
                    option
                } else if is_option {
                    quote!(#option.and_then(|#name| #yes))
                } else {
                    quote!(#option.map(|#name| #yes))
                };
                Piece::tight(tokens, whole)
            }
            Head::Let(names, option) => {
                let (name, option) = (&names[0], option.tokens);
                let tokens = quote!(if let Some(#name) = #option { #some } else { #none });
                Piece::new(tokens, whole, Level::Or)
            }
            Head::If(Piece { opposite: Some(condition), .. }) => {
                Piece::new(quote!(if #condition { #none } else { #some }), whole, Level::Or)
            }
            Head::If(condition) => {
                let condition = condition.tokens;
                Piece::new(quote!(if #condition { #some } else { #none }), whole, Level::Or)
            }
        };
        (piece, form)
    }

    /// A value in a branch. What it needs to be there was made sure of; a default stands for what cannot be.
    fn local(&mut self, expression: &Expr) -> Piece {
        let outer = std::mem::take(&mut self.lifts);
        let known = self.known.len();
        let piece = self.typed(expression);
        self.known.truncate(known);
        let mut lifts = std::mem::replace(&mut self.lifts, outer);
        let has_default =
            matches!(expression.ty, Type::String | Type::Bool | Type::Int(_) | Type::Float(_));
        if !has_default {
            self.lifts.append(&mut lifts);
            return piece;
        }
        let (mut tokens, form) = match (&expression.ty, &piece.form) {
            (Type::String, Form::Owned) => (piece.tokens.clone(), Form::Owned),
            (Type::String, _) if piece.is_brief => (piece.owned_string(), Form::Owned),
            (Type::String, _) => (piece.str(), Form::Copy),
            _ => (piece.copied().tokens, Form::Copy),
        };
        let level = match piece.form {
            Form::Place | Form::Copy | Form::Owned if lifts.is_empty() => piece.level,
            Form::Ref if expression.ty != Type::String => Level::Unary,
            _ => Level::Tight,
        };
        for Lift { name, option, form, ty } in lifts.into_iter().rev() {
            let option = option.receiver();
            tokens = if name == tokens.to_string() {
                quote!(#option.unwrap_or_default())
            } else {
                let closure = closure(&name, &tokens, &form, &ty);
                quote!(#option.map(#closure).unwrap_or_default())
            };
        }
        Piece::new(tokens, form, level)
    }
}

/// A choice with its `else`; another choice there continues it.
fn chained(choice: &TokenStream, otherwise: &TokenStream) -> TokenStream {
    let is_choice =
        otherwise.clone().into_iter().next().is_some_and(|token| token.to_string() == "if");
    if is_choice { quote!(#choice else #otherwise) } else { quote!(#choice else { #otherwise }) }
}

/// Whether an expression is just the name that an option's value gets.
fn is_only(names: &[proc_macro2::Ident], tokens: &TokenStream) -> bool {
    matches!(names, [name] if *name == tokens.to_string())
}

impl Piece {
    /// What a loop or a function goes over: an iterator, or a reference to a list.
    pub(super) fn items(&self) -> TokenStream {
        let receiver = self.receiver();
        match self.form {
            Form::Iter(_) | Form::Made(_) => self.tokens.clone(),
            Form::Vec(_) => quote!(#receiver.iter().copied()),
            _ => self.reference(),
        }
    }

    /// An iterator over a list.
    pub(super) fn iterator(&self) -> TokenStream {
        let receiver = self.receiver();
        match self.form {
            Form::Iter(_) => receiver,
            Form::Made(_) => quote!(#receiver.into_iter()),
            Form::Vec(_) => quote!(#receiver.iter().copied()),
            _ => quote!(#receiver.iter()),
        }
    }

    /// A `Vec` of the items.
    fn collected(&self) -> TokenStream {
        if let Form::Made(_) = self.form {
            return self.tokens.clone();
        }
        let iterator = self.iterator();
        quote!(rt::render::collected(#iterator))
    }

    fn owned_string(&self) -> TokenStream {
        if self.form == Form::Owned {
            return self.tokens.clone();
        }
        let text = self.str();
        if text.to_string() == "\"\"" {
            return quote!(::std::string::String::new());
        }
        if self.level >= Level::Tight {
            quote!(#text.to_owned())
        } else {
            quote!((#text).to_owned())
        }
    }
}
