//! What a prompt says of an output field's type beyond its label: definitions, comments and a sketch.

use std::collections::HashSet;
use std::fmt::Write;

use super::docs::{clean, comments, property_docs};
use super::label::OR_NULL;
use super::shape::{Definition, Shapes, bare_value, is_literal, parts};
use super::sketch::Sketch;
use super::{Excess, PROMPT_LIMIT};
use crate::ir::{Enum, Kind, Property, TypeId};

/// Prints the blocks of one prompt's fields, in their order.
pub(super) struct Printer<'a> {
    shapes: &'a Shapes<'a>,
    /// For each type, whether an earlier block defined it.
    is_defined: Vec<bool>,
}

/// A definition that a block begins with.
struct Defined<'a> {
    name: String,
    id: TypeId,
    definition: Definition<'a>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(shapes: &'a Shapes<'a>) -> Self {
        Self { shapes, is_defined: vec![false; shapes.count()] }
    }

    /// The block of a field; `None` if it would only repeat the label.
    pub(super) fn block(
        &mut self,
        property: &'a Property,
        label: &str,
    ) -> Result<Option<String>, Excess> {
        let definitions = self.new_definitions(property.ty);
        let adds_null = self.shapes.adds_null(property);
        let is_plain_enum = matches!(self.shapes.ty(property.ty).kind, Kind::Enum(_)) && !adds_null;
        if is_plain_enum && !definitions.is_empty() {
            // The definition is all there is to say, so nothing uses it below.
            return Ok(Some(self.definition_texts(&definitions)?.join("\n\n")));
        }

        let docs = property_docs(self.shapes, None, property.ty);
        let body = self.body(property.ty, adds_null)?;
        let mut paragraphs = self.definition_texts(&definitions)?;
        if paragraphs.is_empty() && docs.is_empty() && body == label {
            return Ok(None);
        }
        if definitions.first().is_some_and(Defined::is_enum) {
            paragraphs.insert(0, "Definitions (used below):".to_owned());
        }
        if !docs.is_empty() {
            paragraphs.push(docs.into_iter().map(paragraph).collect::<Vec<_>>().join("\n"));
        }
        paragraphs.push(body);
        Ok(Some(paragraphs.join("\n\n")))
    }

    /// A whole field of a small enum lists the values line by line; all else is sketched.
    fn body(&self, ty: TypeId, adds_null: bool) -> Result<String, Excess> {
        if let Kind::Enum(list) = &self.shapes.ty(ty).kind
            && !is_literal(list)
            && !adds_null
            && self.shapes.definition(ty).is_none()
        {
            return Ok(value_list(&self.shapes.name(ty), list, &mut false));
        }
        let mut sketch = Sketch::new(self.shapes);
        sketch.ty(ty)?;
        let mut body = sketch.finish();
        if adds_null {
            body.push_str(OR_NULL);
        }
        Ok(body)
    }

    /// Collects the definitions that a type uses, directly or through others, and that no block had before: enums
    /// first, each kind by name.
    ///
    /// What a known definition uses is known too, so the walk ends there and takes no longer than the printing.
    fn new_definitions(&mut self, root: TypeId) -> Vec<Defined<'a>> {
        let mut found = Vec::new();
        let mut seen = HashSet::from([root]);
        let mut rest = vec![root];
        while let Some(id) = rest.pop() {
            if let Some(definition) = self.shapes.definition(id) {
                if std::mem::replace(&mut self.is_defined[id.0], true) {
                    continue;
                }
                found.push(Defined { name: self.shapes.name(id), id, definition });
            }
            rest.extend(parts(self.shapes.ty(id)).into_iter().filter(|part| seen.insert(*part)));
        }
        found.sort_by(|one, other| one.order().cmp(&other.order()));
        found
    }

    fn definition_texts(&self, definitions: &[Defined]) -> Result<Vec<String>, Excess> {
        let mut texts = Vec::new();
        let mut size = 0;
        let mut is_broken = false;
        for defined in definitions {
            let description = self.shapes.ty(defined.id).description.as_deref();
            let text = match defined.definition {
                Definition::Enum(list) => {
                    let docs = clean(description).map(|doc| paragraph(doc) + "\n\n");
                    docs.unwrap_or_default() + &value_list(&defined.name, list, &mut is_broken)
                }
                Definition::Object(object) => {
                    let mut sketch = Sketch::new(self.shapes);
                    sketch.object(object, description)?;
                    format!("{} {}", defined.name, sketch.finish())
                }
                Definition::Union(union) => {
                    let mut sketch = Sketch::new(self.shapes);
                    sketch.union(union)?;
                    let docs = clean(description).map(|doc| paragraph(doc) + "\n");
                    format!("{}{} = {}", docs.unwrap_or_default(), defined.name, sketch.finish())
                }
            };
            size += text.len();
            if size > PROMPT_LIMIT {
                return Err(Excess::Size);
            }
            texts.push(text);
        }
        Ok(texts)
    }
}

impl Defined<'_> {
    fn is_enum(&self) -> bool {
        matches!(self.definition, Definition::Enum(_))
    }

    fn order(&self) -> (bool, &str, TypeId) {
        (!self.is_enum(), &self.name, self.id)
    }
}

fn paragraph(doc: &str) -> String {
    comments(doc).collect::<Vec<_>>().join("\n")
}

/// An enum's name and its values, one a line, with their descriptions.
///
/// Further lines of a description are indented, but in each block the first of them loses its indent and gets a
/// blank line before it: DSRs takes it for the end of the definitions.
fn value_list(name: &str, list: &Enum, is_broken: &mut bool) -> String {
    let mut text = format!("{name}\n----");
    for variant in &list.variants {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n- {}", bare_value(&variant.value));
        let mut lines = clean(variant.description.as_deref()).unwrap_or_default().lines();
        if let Some(first) = lines.next() {
            let _ = write!(text, ": {}", first.trim_end());
        }
        for line in lines.map(str::trim_end) {
            let ends_list = !line.trim_start().starts_with('-') && !*is_broken;
            if !ends_list {
                let _ = write!(text, "\n{}", format!("  {line}").trim_end());
            } else if !line.is_empty() {
                *is_broken = true;
                let _ = write!(text, "\n\n{}", line.trim_start());
            }
        }
    }
    text
}
