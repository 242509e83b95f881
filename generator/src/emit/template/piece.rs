//! Expressions as tokens, with how they hold their value and how tightly they bind.

use proc_macro2::{Ident, TokenStream, TokenTree};
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
    /// A variable that is a `Vec` of items in a form.
    Vec(Box<Form>),
    /// A `Vec` of items in a form, made just now.
    Made(Box<Form>),
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
    /// For a condition that begins with a negation: the condition without it.
    pub(super) opposite: Option<TokenStream>,
    /// For an option with a test of its value: whether there is one that passes.
    pub(super) passes: Option<TokenStream>,
}

/// What may be nothing, with the name that its value gets.
pub(super) struct Lift {
    pub(super) name: Ident,
    pub(super) option: Piece,
    /// How the value is held.
    pub(super) form: Form,
    /// The type of the value.
    pub(super) ty: Type,
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
        Self { tokens, form, level, is_brief: false, opposite: None, passes: None }
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

    /// A condition with the one that holds when it does not.
    pub(super) fn negative(tokens: TokenStream, level: Level, opposite: TokenStream) -> Self {
        Self { opposite: Some(opposite), ..Self::new(tokens, Form::Copy, level) }
    }

    pub(super) fn optional(tokens: TokenStream, inner: Form) -> Self {
        Self::tight(tokens, Form::Optional(Box::new(inner)))
    }

    /// The value of a condition that is decided.
    pub(super) fn constant(&self) -> Option<bool> {
        match self.tokens.to_string().as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
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

    /// A `&str` of a string, to be compared.
    pub(super) fn compared_str(&self) -> TokenStream {
        match self.form {
            Form::Owned => {
                let receiver = self.receiver();
                quote!(#receiver.as_str())
            }
            _ => self.str(),
        }
    }

    /// A `&T`.
    pub(super) fn reference(&self) -> TokenStream {
        let tokens = &self.tokens;
        if self.form == Form::Ref {
            quote!(#tokens)
        } else {
            let operand = self.at(Level::Unary);
            quote!(&#operand)
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
            (
                Form::Place | Form::Ref,
                Type::Bool | Type::Int(_) | Type::Float(_) | Type::Enum(_),
            ) => (self.copied().tokens, Form::Copy),
            (Form::Place, _) => (self.reference(), Form::Ref),
            (Form::Owned, _) => (tokens, Form::Place),
            (Form::Copy, Type::String) if self.is_brief => {
                let receiver = self.receiver();
                (quote!(#receiver.to_owned()), Form::Place)
            }
            // What borrows from a value of this statement is copied.
            (Form::Iter(_) | Form::Made(_), _) if self.is_brief => {
                let iterator = self.iterator();
                (quote!(rt::render::collected(#iterator.map(str::to_owned))), Form::Place)
            }
            (Form::Optional(inner), _) if self.is_brief && **inner == Form::Copy => {
                let receiver = self.receiver();
                (quote!(#receiver.map(str::to_owned)), Form::Optional(Box::new(Form::Owned)))
            }
            (Form::Iter(items), _) => {
                let receiver = self.receiver();
                (quote!(rt::render::collected(#receiver)), Form::Vec(items.clone()))
            }
            (Form::Made(items), _) => (tokens, Form::Vec(items.clone())),
            (form, _) => (tokens, form.clone()),
        }
    }

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
    pub(super) fn collected(&self) -> TokenStream {
        if let Form::Made(_) = self.form {
            return self.tokens.clone();
        }
        let iterator = self.iterator();
        quote!(rt::render::collected(#iterator))
    }

    pub(super) fn owned_string(&self) -> TokenStream {
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

impl Form {
    /// The pattern that binds a value of this form where a closure gets a reference to it.
    pub(super) fn pattern(&self, name: &Ident) -> TokenStream {
        if self == &Self::Owned { quote!(#name) } else { quote!(&#name) }
    }
}

/// The form of an item of a list that is held so.
pub(super) fn item_form(list: &Form) -> Form {
    match list {
        Form::Iter(items) | Form::Vec(items) | Form::Made(items) => (**items).clone(),
        _ => Form::Ref,
    }
}

/// Whether values are copied rather than borrowed.
pub(super) fn is_copy(ty: &Type) -> bool {
    matches!(ty, Type::Bool | Type::Int(Native::Schema(_)) | Type::Float(_) | Type::Enum(_))
}

/// A closure on a value of a type, held in a form; the method itself where it only calls one.
pub(super) fn closure(name: &Ident, body: &TokenStream, form: &Form, ty: &Type) -> TokenStream {
    if !mentions(body, name) {
        return quote!(|_| #body);
    }
    let tokens: Vec<_> = body.clone().into_iter().collect();
    let method = match &tokens[..] {
        [
            TokenTree::Ident(receiver),
            TokenTree::Punct(_),
            TokenTree::Ident(method),
            TokenTree::Group(arguments),
        ] if receiver == name && arguments.stream().is_empty() => method,
        _ => return quote!(|#name| #body),
    };
    match (ty, form) {
        (Type::String, Form::Copy) => quote!(str::#method),
        (Type::String, Form::Ref) if method == "as_str" || method == "is_empty" => {
            quote!(::std::string::String::#method)
        }
        (Type::List(_), Form::Ref) => quote!(::std::vec::Vec::#method),
        (Type::Map(_), Form::Ref) => quote!(::std::collections::BTreeMap::#method),
        _ => quote!(|#name| #body),
    }
}

/// Whether a name stands somewhere in tokens.
pub(super) fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        _ => false,
    })
}
