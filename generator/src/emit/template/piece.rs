//! Expressions as tokens, with how they hold their value and how tightly they bind.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::plan::template::{Native, Type};

/// How an expression holds a value of type `T`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// A place of type `T`.
    Place,
    /// A `&T`.
    Ref,
    /// A copy: of a number, a boolean or a fieldless enum; a `&str` for a string.
    Copy,
    /// A `String`, made just now.
    Owned,
    /// An iterator over items in a form.
    Iter(Box<Form>),
    /// A `Vec` of items in a form.
    Vec(Box<Form>),
    /// An `Option` of a value in a form.
    Optional(Box<Form>),
}

#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) tokens: TokenStream,
    pub(super) form: Form,
    pub(super) level: Level,
    /// Whether it borrows from a value that lives as long as the statement only.
    pub(super) is_brief: bool,
}

/// How tightly an expression binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Or,
    And,
    Compare,
    Arithmetic,
    Unary,
    /// Can be called on.
    Tight,
}

impl Piece {
    pub(super) fn new(tokens: TokenStream, form: Form, level: Level) -> Self {
        Self { tokens, form, level, is_brief: false }
    }

    pub(super) fn tight(tokens: TokenStream, form: Form) -> Self {
        Self::new(tokens, form, Level::Tight)
    }

    pub(super) fn copy(tokens: TokenStream) -> Self {
        Self::tight(tokens, Form::Copy)
    }

    pub(super) fn owned(tokens: TokenStream) -> Self {
        Self::tight(tokens, Form::Owned)
    }

    pub(super) fn iter(tokens: TokenStream, items: Form) -> Self {
        Self::tight(tokens, Form::Iter(Box::new(items)))
    }

    pub(super) fn optional(tokens: TokenStream, inner: Form) -> Self {
        Self::tight(tokens, Form::Optional(Box::new(inner)))
    }

    /// Marks a piece as borrowing from another.
    pub(super) fn borrowing(mut self, from: &Self) -> Self {
        self.is_brief = from.is_brief || matches!(from.form, Form::Owned);
        self
    }

    /// The tokens, in brackets unless they bind at least this tightly.
    pub(super) fn at(&self, level: Level) -> TokenStream {
        let tokens = &self.tokens;
        if self.level >= level { quote!(#tokens) } else { quote!((#tokens)) }
    }

    /// To call a method on.
    pub(super) fn receiver(&self) -> TokenStream {
        self.at(Level::Tight)
    }

    /// A `&str` of a string.
    pub(super) fn str(&self) -> TokenStream {
        let tokens = &self.tokens;
        match self.form {
            Form::Place | Form::Ref => {
                let receiver = self.receiver();
                quote!(#receiver.as_str())
            }
            Form::Owned => {
                let operand = self.at(Level::Unary);
                quote!(&#operand)
            }
            _ => quote!(#tokens),
        }
    }

    /// A `&T`.
    pub(super) fn reference(&self) -> TokenStream {
        let tokens = &self.tokens;
        match self.form {
            Form::Ref => quote!(#tokens),
            _ => {
                let operand = self.at(Level::Unary);
                quote!(&#operand)
            }
        }
    }

    /// A copy of a number, a boolean or a fieldless enum.
    pub(super) fn copied(&self) -> Self {
        let tokens = &self.tokens;
        match self.form {
            Form::Ref => {
                let operand = self.at(Level::Unary);
                Self::new(quote!(*#operand), Form::Copy, Level::Unary)
            }
            _ => Self::new(quote!(#tokens), Form::Copy, self.level),
        }
    }

    /// To keep in a variable: the tokens, and the form of the variable.
    pub(super) fn kept(self, ty: &Type) -> (TokenStream, Form) {
        let tokens = self.tokens.clone();
        match (&self.form, ty) {
            (Form::Place | Form::Ref, Type::Bool | Type::Int(_) | Type::Float(_) | Type::Enum(_)) => {
                (self.copied().tokens, Form::Copy)
            }
            (Form::Place, _) => (self.reference(), Form::Ref),
            (Form::Owned, _) => (tokens, Form::Place),
            (Form::Copy, Type::String) if self.is_brief => {
                let receiver = self.receiver();
                (quote!(#receiver.to_owned()), Form::Place)
            }
            (Form::Iter(items), _) => {
                let receiver = self.receiver();
                (quote!(#receiver.collect()), Form::Vec(items.clone()))
            }
            (form, _) => (tokens, form.clone()),
        }
    }
}

impl Form {
    /// The pattern that binds a value of this form where a closure gets a reference to it.
    pub(super) fn pattern(&self, name: &Ident) -> TokenStream {
        match self {
            Self::Owned => quote!(#name),
            _ => quote!(&#name),
        }
    }
}

/// The form of an item of a list that is held so.
pub(super) fn item_form(list: &Form) -> Form {
    match list {
        Form::Iter(items) | Form::Vec(items) => (**items).clone(),
        _ => Form::Ref,
    }
}

/// Whether values are copied rather than borrowed.
pub(super) fn is_copy(ty: &Type) -> bool {
    matches!(ty, Type::Bool | Type::Int(Native::Schema(_)) | Type::Float(_) | Type::Enum(_))
}
