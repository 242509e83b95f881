//! Unions whose arms are known: which key tells them apart.

use std::collections::HashSet;

use super::{Lowering, PendingUnion};
use crate::diagnostic::{Code, Place, quoted};
use crate::ir::{Guard, Kind, Literal, TypeId};
use crate::schema::Node;

impl<'a> Lowering<'a, '_> {
    /// Examines a union's arms, now that all types are known.
    pub(super) fn finish_union(&mut self, union: &PendingUnion<'a>) {
        let Kind::Union(target) = &self.types[union.id].kind else { return };
        let is_exclusive = target.is_exclusive;
        let mut arms: Vec<(TypeId, &'a Node)> = Vec::new();
        for &(id, node) in &union.arms {
            if !arms.iter().any(|&(known, _)| known == id) {
                arms.push((id, node));
            } else if is_exclusive {
                let message = format!("the same schema is listed twice in `{}`", union.keyword);
                let problem = self.problem(Code::BadValue, node.span, message);
                self.report(problem.help("remove one: no value can fit exactly one of the two"));
            }
        }
        for (id, node) in &mut arms {
            if matches!(self.types[*id].kind, Kind::Nullable(_) | Kind::Union(_)) {
                // It is read as any value, and its rule is checked.
                let rule = self.assert(node);
                let any = self.add(node, Kind::Any);
                let place = self.place(node.span);
                let text = "what this case says".to_owned();
                self.types.all[any.0].guards.push(Guard { text, rule, place });
                *id = any;
            }
        }
        if let [(only, _)] = arms[..] {
            let ty = self.types[only].clone();
            let target = &mut self.types.all[union.id.0];
            (target.kind, target.bounds, target.texts) = (ty.kind, ty.bounds, ty.texts);
            target.guards.extend(ty.guards);
            return;
        }
        let union = PendingUnion { arms, hint: union.hint, ..*union };
        let are_objects =
            union.arms.iter().all(|&(id, _)| matches!(self.types[id].kind, Kind::Object(_)));
        let tag = if are_objects { self.tag_by_hint(&union) } else { None };
        if let Kind::Union(target) = &mut self.types.all[union.id.0].kind {
            target.arms = union.arms.iter().map(|&(id, _)| id).collect();
            target.tag = tag;
        }
    }

    /// The tag of a union; warns if that is not the one that `discriminator` names.
    fn tag_by_hint(&mut self, union: &PendingUnion<'a>) -> Option<String> {
        let hint = union.hint.and_then(|node| self.discriminator(node));
        let tag = self.tag(union, hint.map(|(name, _)| name));
        if let Some((name, place)) = hint
            && tag.as_deref() != Some(name)
        {
            let message = format!("{} does not tell the arms apart", quoted(name));
            let help = format!(
                "make {} a required property of each arm, each with a `const` string of its own",
                quoted(name)
            );
            self.report(self.problem(Code::NoEffect, place.span, message).help(help));
        }
        tag
    }

    /// The key that `discriminator` names.
    fn discriminator(&mut self, node: &'a Node) -> Option<(&'a str, Place)> {
        let name = node.as_object().and_then(|object| object.get("propertyName"));
        let Some((text, name)) = name.and_then(|name| Some((name.as_str()?, name))) else {
            self.bad_value("discriminator", node, "an object with a string `propertyName`");
            return None;
        };
        Some((text, self.place(name.span)))
    }

    /// The key of a constant string that every arm has with a value of its own.
    fn tag(&self, union: &PendingUnion<'a>, hint: Option<&str>) -> Option<String> {
        let constants = |id: TypeId| match &self.types[id].kind {
            Kind::Object(object) => object.constants.as_slice(),
            _ => &[],
        };
        let (first, _) = *union.arms.iter().min_by_key(|&&(id, _)| constants(id).len())?;
        let names = constants(first).iter().map(|constant| constant.wire_name.as_str());
        let is_tag = |name: &str| {
            let mut values = HashSet::new();
            union.arms.iter().all(|&(id, _)| {
                let mut found = constants(id).iter().filter(|constant| constant.wire_name == name);
                found.next().is_some_and(|constant| {
                    matches!(constant.value, Literal::String(_)) && values.insert(&constant.value)
                })
            })
        };
        let hinted = hint.filter(|name| is_tag(name));
        hinted.or_else(|| names.into_iter().find(|name| is_tag(name))).map(str::to_owned)
    }
}
