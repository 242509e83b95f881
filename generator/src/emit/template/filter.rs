//! Filters on strings, numbers and any value.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::piece::{Form, Level, Piece};
use super::search::text_pattern;
use crate::plan::template::{Expr, ExprKind, Filter, Pattern, Type};

impl Emitter<'_> {
    pub(super) fn filter(&mut self, filter: &Filter, subject: &Expr, ty: &Type) -> Piece {
        match (filter, &subject.ty) {
            (Filter::ToText | Filter::ToJson, Type::Bool | Type::Int(_)) => {
                let piece = self.value(subject);
                Piece::owned(Self::to_text(&piece, &subject.ty))
            }
            (Filter::ToJson, _) => {
                let value = self.any(subject);
                Piece::owned(quote!(rt::render::to_json(#value)))
            }
            (Filter::ToText, _) => {
                let value = self.any(subject);
                Piece::owned(quote!(rt::render::to_text(#value)))
            }
            (_, Type::String) => self.string_filter(filter, subject),
            (_, Type::List(_) | Type::Map(_)) => self.list_filter(filter, subject, ty),
            _ => self.number_filter(filter, subject),
        }
    }

    /// A reference to a value of any type that can be written as JSON.
    fn any(&mut self, subject: &Expr) -> TokenStream {
        let piece = self.value(subject);
        match (&subject.ty, &piece.form) {
            (Type::String, _) => piece.str(),
            (_, Form::Iter(_)) => {
                let iterator = piece.iterator();
                quote!(&rt::render::collected(#iterator))
            }
            _ => piece.reference(),
        }
    }

    fn string_filter(&mut self, filter: &Filter, subject: &Expr) -> Piece {
        let piece = self.value(subject);
        let (receiver, text) = (piece.receiver(), piece.str());
        match filter {
            Filter::Length => Piece::copy(quote!(#receiver.chars().count())),
            Filter::Upper => Piece::owned(quote!(#receiver.to_uppercase())),
            Filter::Lower => Piece::owned(quote!(#receiver.to_lowercase())),
            Filter::Title => Piece::owned(quote!(rt::render::title(#text))),
            Filter::Capitalize => Piece::owned(quote!(rt::render::capitalize(#text))),
            Filter::Trim(None) => Piece::copy(quote!(#receiver.trim())).borrowing(&piece),
            Filter::Trim(Some(characters)) => {
                let characters = characters.chars().map(Literal::character);
                Piece::copy(quote!(#receiver.trim_matches([#(#characters),*]))).borrowing(&piece)
            }
            Filter::Replace(from, to) => {
                let from = text_pattern(from);
                // Clippy wants several calls in a row joined, which is not the same.
                let is_second = matches!(&subject.kind, ExprKind::Filter(Filter::Replace(..), _));
                Piece::owned(if is_second {
                    quote!(str::replace(#text, #from, #to))
                } else {
                    quote!(#receiver.replace(#from, #to))
                })
            }
            Filter::Truncate { length, cuts_words, end, leeway } => {
                let (length, leeway) =
                    (Literal::usize_unsuffixed(*length), Literal::usize_unsuffixed(*leeway));
                Piece::owned(
                    quote!(rt::render::truncate(#text, #length, #cuts_words, #end, #leeway)),
                )
            }
            Filter::Indent { width, first, empty } => {
                let width = Literal::usize_unsuffixed(*width);
                Piece::owned(quote!(rt::render::indent(#text, #width, #first, #empty)))
            }
            Filter::WordCount => Piece::copy(quote!(rt::render::word_count(#text))),
            Filter::Lines => Piece::iter(quote!(#receiver.lines()), Form::Copy).borrowing(&piece),
            Filter::Split(None) => {
                Piece::iter(quote!(#receiver.split_whitespace()), Form::Copy).borrowing(&piece)
            }
            Filter::Split(Some(separator)) => {
                let separator = text_pattern(separator);
                Piece::iter(quote!(#receiver.split(#separator)), Form::Copy).borrowing(&piece)
            }
            Filter::First => {
                Piece::optional(quote!(rt::render::first_character(#text)), Form::Copy)
                    .borrowing(&piece)
            }
            Filter::Last => Piece::optional(quote!(rt::render::last_character(#text)), Form::Copy)
                .borrowing(&piece),
            Filter::Reverse => Piece::owned(quote!(rt::render::reversed(#text))),
            Filter::Matches(pattern) => self.matches(pattern, subject),
            _ => piece,
        }
    }

    /// Whether a string matches a pattern of plain texts.
    pub(super) fn matches(&mut self, pattern: &Pattern, subject: &Expr) -> Piece {
        let piece = self.value(subject);
        let receiver = piece.receiver();
        let tests: Vec<_> = pattern
            .iter()
            .map(|one| {
                let (text, part) = (&one.text, text_pattern(&one.text));
                match (one.at_start, one.at_end) {
                    (true, true) if text.is_empty() => quote!(#receiver.is_empty()),
                    (true, true) => quote!(#receiver == #text),
                    (true, false) => quote!(#receiver.starts_with(#part)),
                    (false, true) => quote!(#receiver.ends_with(#part)),
                    (false, false) => quote!(#receiver.contains(#part)),
                }
            })
            .collect();
        let level = if pattern.len() > 1 { Level::Or } else { Level::Compare };
        Piece::new(quote!(#(#tests)||*), Form::Copy, level)
    }

    fn number_filter(&mut self, filter: &Filter, subject: &Expr) -> Piece {
        let is_float = matches!(subject.ty, Type::Float(_));
        match filter {
            Filter::Abs if is_float => {
                let piece = self.double(subject);
                let receiver = Self::double_receiver(&piece);
                Piece::copy(quote!(#receiver.abs()))
            }
            Filter::Abs => {
                let piece = self.wide(subject);
                let receiver = Self::wide_receiver(subject, &piece);
                Piece::copy(quote!(#receiver.saturating_abs()))
            }
            Filter::Round(digits) => {
                let piece = self.double(subject);
                let (receiver, value) = (Self::double_receiver(&piece), &piece.tokens);
                let digits_literal = Literal::i32_unsuffixed(*digits);
                Piece::copy(if *digits == 0 {
                    quote!(#receiver.round())
                } else {
                    quote!(rt::render::round(#value, #digits_literal))
                })
            }
            Filter::Int if is_float => {
                let value = self.double(subject).tokens;
                Piece::copy(quote!(rt::render::whole(#value)))
            }
            Filter::Int => {
                let value = self.value(subject).copied().tokens;
                Piece::copy(quote!(i128::from(#value)))
            }
            Filter::Float if subject.ty == Type::Bool => {
                let value = self.value(subject).copied().tokens;
                Piece::copy(quote!(f64::from(#value)))
            }
            Filter::Float => self.double(subject),
            _ => self.value(subject),
        }
    }
}
