//! The signatures of all cases: one module for each distinct schema.

use std::collections::HashMap;
use std::path::Path;

use crate::cases::Case;
use crate::generate::{Generated, generate};

/// The modules, and which case uses which.
#[derive(Default)]
pub(crate) struct Signatures {
    /// Names of signatures, and the source of their modules.
    pub(crate) modules: Vec<(String, String)>,
    /// How many were not generated.
    pub(crate) refused: usize,
    /// For each case the place of its module, or why there is none.
    pub(crate) of_case: Vec<Result<usize, String>>,
}

/// Generates the modules. Cases of one schema share it.
pub(crate) fn generate_all(cases: &[&Case], out: &Path) -> Signatures {
    let mut all = Signatures::default();
    let mut known: HashMap<String, Result<usize, String>> = HashMap::new();
    for case in cases {
        let text = case.schema.to_string();
        if let Some(module) = known.get(&text) {
            all.of_case.push(module.clone());
            continue;
        }
        let name = format!("R{:05}", known.len());
        let mut schema = case.schema.clone();
        if let Some(object) = schema.as_object_mut() {
            object.insert("title".to_owned(), name.clone().into());
        }
        let module = match generate(&name, &format!("{schema:#}"), out) {
            Generated::Source(source) => {
                all.modules.push((name, source));
                Ok(all.modules.len() - 1)
            }
            Generated::Refused(codes, text) => {
                Err(format!("{}: {}", codes.join(", "), text.lines().next().unwrap_or_default()))
            }
            Generated::Panicked(text) => Err(format!("the generator panicked: {text}")),
        };
        all.refused += usize::from(module.is_err());
        known.insert(text, module.clone());
        all.of_case.push(module);
    }
    all
}
