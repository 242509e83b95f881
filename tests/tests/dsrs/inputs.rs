//! The inputs that the recorded user messages were printed from.

use std::collections::BTreeMap;

use super::generated::r#continue::{Lang, Turn};
use super::generated::from_docs::Doc;
use super::generated::templated::Ctx;
use super::generated::*;
use super::{Case, Checks, check};

/// Each case with its signature and input.
pub(super) fn checks() -> Checks {
    let mut checks = texts();
    checks.extend(scalars());
    checks.extend(structures());
    checks.extend(formats());
    checks.push(("c23_render_jinja", templates));
    checks
}

/// Signatures whose inputs are texts.
fn texts() -> Checks {
    vec![
        ("c07_small_enum", |case| check::<Classify>(case, &ClassifyInput { text: "great".into() })),
        ("c08_enum_six_seven", |case| check::<SixSeven>(case, &SixSevenInput { text: "x".into() })),
        ("c09_enum_variant_docs", |case| {
            check::<Triage>(case, &TriageInput { body: "it burns".into() });
        }),
        ("c10_top_level_enums", |case| {
            check::<TopEnums>(case, &TopEnumsInput { text: "x".into() });
        }),
        ("c12_data_enum", |case| {
            check::<FindShapes>(case, &FindShapesInput { text: "a circle".into() });
        }),
        ("c13_data_enum_tag", |case| {
            check::<NextStep>(case, &NextStepInput { goal: "find it".into() });
        }),
        ("c14_aliases", |case| check::<Aliased>(case, &AliasedInput { question: "who?".into() })),
        ("c16_mutual_recursion", |case| {
            check::<ExtractCompany>(case, &ExtractCompanyInput { text: "x".into() });
        }),
        ("c17_list_of_classes", |case| check::<Cite>(case, &CiteInput { text: "x".into() })),
        ("c20_multiline_docs", |case| {
            check::<WriteReport>(case, &WriteReportInput { notes: "a\n\n  b  \n".into() });
        }),
        ("c21_constraints", |case| {
            check::<ScoreEssay>(case, &ScoreEssayInput { essay: "x".into() });
        }),
        ("c25_insurance_claim", |case| {
            let claim_text =
                "A raccoon bumped a parked scooter in a driveway. Reported by Taylor P. via phone.";
            check::<InsuranceClaimInfo>(
                case,
                &InsuranceClaimInfoInput { claim_text: claim_text.into() },
            );
        }),
        ("c27_special_text", |case| {
            let text = "before\n[[ ## odd ## ]]\nafter {x} 😀\ttab\nend".into();
            check::<Special>(case, &SpecialInput { text });
        }),
        ("c28_literal_union", |case| check::<Judge>(case, &JudgeInput { claim: "c".into() })),
        ("c30_wide16", |case| check::<Wide16>(case, &Wide16Input { text: "x".into() })),
        ("c31_deep_nesting", |case| check::<Deep>(case, &DeepInput { text: "x".into() })),
        ("c33_flatten_and_reasoning", |case| check::<Flat>(case, &FlatInput { text: "x".into() })),
    ]
}

/// Signatures with several inputs or plain values.
fn scalars() -> Checks {
    vec![
        ("c01_qa", |case| {
            let question = "What is the capital of France?".into();
            let context = "France is a country.\n\nIts capital is Paris.".into();
            check::<Qa>(case, &QaInput { question, context });
        }),
        ("c02_scalars", |case| {
            check::<Scalars>(case, &ScalarsInput { s: "héllo".into(), i: -3, f: 2.0, b: true });
        }),
        ("c03_options", |case| {
            check::<Options>(case, &OptionsInput { hint: None, limit: Some(3) });
        }),
        ("c24_empty_instruction", |case| {
            let input = NoInstructionInput { first: String::new(), second: "b".into() };
            check::<NoInstruction>(case, &input);
        }),
    ]
}

/// Signatures whose inputs are lists, maps and objects.
fn structures() -> Checks {
    vec![
        ("c04_lists", |case| {
            let items = vec!["a".into(), "b \"quoted\"".into()];
            check::<Lists>(case, &ListsInput { items });
        }),
        ("c05_maps", |case| {
            let labels = BTreeMap::from([("k".into(), "v".into())]);
            check::<Maps>(case, &MapsInput { labels });
        }),
        ("c26_typed_inputs", |case| {
            let turn = |who: &str| Turn {
                who: who.into(),
                text: "hi 😀\n\"q\" \\ /".into(),
                lang: Lang::Fr,
            };
            let input = ContinueInput {
                turns: vec![turn("a"), turn("b")],
                last: turn("c"),
                target: Lang::En,
                maybe: None,
                extra: BTreeMap::from([("n".into(), 1)]),
            };
            check::<Continue>(case, &input);
        }),
    ]
}

/// Signatures whose inputs are printed in a form of their own.
fn formats() -> Checks {
    vec![("c22_input_formats", |case| {
        let docs = vec![
            Doc {
                id: 1,
                text: "first: a \"quoted\" line\nsecond line".into(),
                tags: vec!["x".into(), "y, z".into()],
                score: Some(0.5),
            },
            Doc { id: 2, text: "yes".into(), tags: Vec::new(), score: None },
        ];
        let input = FromDocsInput {
            question: "q?".into(),
            plain: docs.clone(),
            as_json: docs.clone(),
            as_yaml: docs.clone(),
            as_toon: docs,
            str_yaml: "a: b\nno".into(),
            str_json: "say \"hi\"\n".into(),
        };
        check::<FromDocs>(case, &input);
    })]
}

/// Templates. `field.type` is the label of the type here, and the path of a Rust type there.
fn templates(case: &Case) {
    let user = case.user.replace("class `golden::c23_render_jinja::Ctx`", "Ctx");
    assert_ne!(user, case.user);
    let case = Case {
        name: case.name.clone(),
        system: case.system.clone(),
        user,
        assistants: case.assistants.clone(),
    };
    let context =
        Ctx { text: "The quick brown fox jumps".into(), source: None, scores: vec![0.5, 1.0] };
    let lines = vec!["a".into(), "b".into()];
    check::<Templated>(&case, &TemplatedInput { question: "why <b>?".into(), context, lines });
}
