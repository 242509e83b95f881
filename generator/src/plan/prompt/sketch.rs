//! A type written out: objects with comments, lists, unions. Definitions appear by their names.

use super::docs::{clean, comments, property_docs};
use super::label::{OR_NULL, scalar_name};
use super::shape::{Shapes, inline_enum, is_literal, spell};
use super::{DEPTH_LIMIT, Excess, PROMPT_LIMIT};
use crate::ir::{Constant, Kind, Object, Property, TypeId, Union};

/// Lists print an item of at most this many bytes as `item[]`, as BAML does.
const SHORT_ITEM: usize = 15;

/// Writes types.
pub(super) struct Sketch<'a> {
    shapes: &'a Shapes<'a>,
    out: String,
    /// How many blocks are open; each indents its lines by two.
    indent: usize,
    /// How many types are open.
    depth: usize,
}

/// How a list prints.
enum ListForm {
    /// `T[]`
    Bare,
    /// `(T)[]`
    Bracketed,
    /// `[`, the item in lines of its own, `]`
    Block,
}

impl<'a> Sketch<'a> {
    pub(super) fn new(shapes: &'a Shapes<'a>) -> Self {
        Self { shapes, out: String::new(), indent: 0, depth: 0 }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Writes a type; a definition's name stands for it.
    pub(super) fn ty(&mut self, id: TypeId) -> Result<(), Excess> {
        if self.out.len() > PROMPT_LIMIT {
            return Err(Excess::Size);
        }
        if self.depth > DEPTH_LIMIT {
            return Err(Excess::Depth);
        }
        self.depth += 1;
        if self.shapes.definition(id).is_some() {
            self.out.push_str(&self.shapes.name(id));
        } else {
            self.in_place(id)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn in_place(&mut self, id: TypeId) -> Result<(), Excess> {
        let ty = self.shapes.ty(id);
        match &ty.kind {
            Kind::Enum(list) => self.out.push_str(&inline_enum(list)),
            Kind::Object(object) => self.object(object, ty.description.as_deref())?,
            Kind::List(item) => self.list(*item)?,
            Kind::Map(value) => {
                self.out.push_str("map<string, ");
                self.ty(*value)?;
                self.out.push('>');
            }
            Kind::Nullable(inner) => {
                self.ty(*inner)?;
                self.out.push_str(OR_NULL);
            }
            Kind::Union(union) => self.union(union)?,
            Kind::Tuple(items) => self.tuple(items)?,
            scalar => self.out.push_str(scalar_name(scalar).unwrap_or_default()),
        }
        Ok(())
    }

    /// Writes an object from brace to brace. Its description comes inside, with a blank line after it.
    pub(super) fn object(
        &mut self,
        object: &'a Object,
        description: Option<&str>,
    ) -> Result<(), Excess> {
        self.open("{");
        if let Some(text) = clean(description) {
            self.comments(text);
            self.out.push('\n');
        }
        let mut constants = object.constants.iter().peekable();
        for (position, property) in object.properties.iter().enumerate() {
            while let Some(constant) = constants.next_if(|constant| constant.position <= position) {
                self.constant(constant);
            }
            self.property(property)?;
        }
        constants.for_each(|constant| self.constant(constant));
        if let Some(further) = object.additional {
            for text in property_docs(self.shapes, None, further) {
                self.comments(text);
            }
            self.key("[key: string]");
            self.ty(further)?;
            self.out.push(',');
        }
        self.close("}");
        Ok(())
    }

    fn property(&mut self, property: &'a Property) -> Result<(), Excess> {
        for text in property_docs(self.shapes, property.description.as_deref(), property.ty) {
            self.comments(text);
        }
        self.key(&property.wire_name);
        self.ty(property.ty)?;
        if self.shapes.adds_null(property) {
            self.out.push_str(OR_NULL);
        }
        self.out.push(',');
        Ok(())
    }

    fn constant(&mut self, constant: &Constant) {
        if let Some(text) = clean(constant.description.as_deref()) {
            self.comments(text);
        }
        self.key(&constant.wire_name);
        self.out.push_str(&spell(&constant.value, '"'));
        self.out.push(',');
    }

    fn list(&mut self, item: TypeId) -> Result<(), Excess> {
        match self.list_form(item) {
            ListForm::Bare => {
                self.ty(item)?;
                self.out.push_str("[]");
            }
            ListForm::Bracketed => {
                self.out.push('(');
                self.ty(item)?;
                self.out.push_str(")[]");
            }
            ListForm::Block => {
                self.open("[");
                self.new_line();
                self.ty(item)?;
                self.close("]");
            }
        }
        Ok(())
    }

    fn list_form(&self, item: TypeId) -> ListForm {
        let is_definition = self.shapes.definition(item).is_some();
        match &self.shapes.ty(item).kind {
            _ if self.shapes.is_choice(item) => ListForm::Bracketed,
            Kind::Tuple(_) => ListForm::Bare,
            Kind::Object(_) | Kind::Union(_) if is_definition => ListForm::Bare,
            Kind::Enum(_) if is_definition && self.shapes.name(item).len() <= SHORT_ITEM => {
                ListForm::Bare
            }
            Kind::Enum(list) if !is_definition && !is_literal(list) => {
                let text = inline_enum(list);
                match text.len() <= SHORT_ITEM {
                    true if text.contains(" or ") => ListForm::Bracketed,
                    true => ListForm::Bare,
                    false => ListForm::Block,
                }
            }
            scalar if scalar_name(scalar).is_some() => ListForm::Bare,
            _ => ListForm::Block,
        }
    }

    pub(super) fn union(&mut self, union: &Union) -> Result<(), Excess> {
        for (position, arm) in union.arms.iter().enumerate() {
            self.out.push_str(if position == 0 { "" } else { " or " });
            self.ty(*arm)?;
        }
        Ok(())
    }

    fn tuple(&mut self, items: &[TypeId]) -> Result<(), Excess> {
        for (position, item) in items.iter().enumerate() {
            self.out.push_str(if position == 0 { "[" } else { ", " });
            self.ty(*item)?;
        }
        self.out.push(']');
        Ok(())
    }

    fn key(&mut self, name: &str) {
        self.new_line();
        self.out.push_str(name);
        self.out.push_str(": ");
    }

    fn comments(&mut self, text: &str) {
        for line in comments(text) {
            self.new_line();
            self.out.push_str(&line);
        }
    }

    fn open(&mut self, bracket: &str) {
        self.out.push_str(bracket);
        self.indent += 1;
    }

    fn close(&mut self, bracket: &str) {
        self.indent -= 1;
        self.new_line();
        self.out.push_str(bracket);
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.indent));
    }
}
