//! A crate of all modules of one tool, compiled and timed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::generate::Module;

pub(crate) struct Tool {
    pub(crate) name: &'static str,
    folder: PathBuf,
    dependencies: String,
    /// How a text is read and a value is written.
    usage: fn(&str) -> String,
}

impl Tool {
    /// Ours, and the peer.
    pub(crate) fn both(work: &Path) -> [Self; 2] {
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../runtime");
        let ours = format!("sigcodegen-runtime = {{ path = '{}' }}", runtime.display());
        let theirs = "serde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\nregress = \"0.10\"\n\
                      chrono = { version = \"0.4\", features = [\"serde\"] }\n\
                      uuid = { version = \"1\", features = [\"serde\"] }";
        [
            Self {
                name: "ours",
                folder: work.join("ours"),
                dependencies: ours,
                usage: |path| format!("{path}::from_json(text).ok().map(|value| value.to_json())"),
            },
            Self {
                name: "typify",
                folder: work.join("typify"),
                dependencies: theirs.to_owned(),
                usage: |path| {
                    format!(
                        "serde_json::from_str::<{path}>(text).ok().and_then(|value| serde_json::to_string(&value).ok())"
                    )
                },
            },
        ]
    }

    pub(crate) fn write(&self, modules: &BTreeMap<String, Module>) {
        let source = self.folder.join("src");
        let _ = fs::remove_dir_all(&source);
        fs::create_dir_all(&source).expect("the folder can be written");
        let manifest = format!(
            "[package]\nname = \"modules\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [features]\nused = []\n\n[dependencies]\n{}\n",
            self.dependencies
        );
        // What does not concern the user is not to be timed.
        let mut root = "#![allow(warnings)]\n".to_owned();
        let mut used = String::new();
        for (name, module) in modules {
            let file = name.to_lowercase();
            root.push_str(&format!("pub mod {file};\n"));
            let usage = (self.usage)(&format!("crate::{file}::{name}"));
            used.push_str(&format!(
                "pub fn {file}(text: &str) -> Option<String> {{\n    {usage}\n}}\n"
            ));
            fs::write(source.join(format!("{file}.rs")), &module.text)
                .expect("the folder can be written");
        }
        root.push_str("#[cfg(feature = \"used\")]\npub mod used;\n");
        for (path, text) in [
            (self.folder.join("Cargo.toml"), manifest),
            (source.join("lib.rs"), root),
            (source.join("used.rs"), used),
        ] {
            fs::write(path, text).expect("the folder can be written");
        }
    }

    /// Leaves out the modules that do not compile; how many these are.
    pub(crate) fn drop_failing(&self, modules: &mut BTreeMap<String, Module>) -> usize {
        let count = modules.len();
        loop {
            self.write(modules);
            let output = self.cargo("build", "used");
            if output.status.success() {
                return count - modules.len();
            }
            let said = String::from_utf8_lossy(&output.stderr);
            let left = modules.len();
            modules.retain(|name, _| !said.contains(&format!("src/{}.rs", name.to_lowercase())));
            // A use of a type without these traits is wrong in the file of uses.
            if left == modules.len() {
                let name =
                    |name: &String| said.contains(&format!("crate::{}::", name.to_lowercase()));
                modules.retain(|one, _| !name(one));
            }
            assert!(left > modules.len(), "the crate does not compile: {said}");
        }
    }

    /// Compiles the crate whole: seconds by the clock, and of CPU time.
    pub(crate) fn time(&self, command: &str, features: &str) -> (f64, f64) {
        let root = self.folder.join("src/lib.rs");
        let text = fs::read(&root).expect("it was written");
        fs::write(&root, text).expect("it was written");
        let output = self.cargo(command, features);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        let last = said.lines().last().unwrap_or_default();
        let times: Vec<f64> = last.split(' ').filter_map(|time| time.parse().ok()).collect();
        (times[0], times[1] + times[2])
    }

    /// Runs Cargo; the last line of the messages is the times: clock, user, system.
    fn cargo(&self, command: &str, features: &str) -> Output {
        let script = format!(
            "TIMEFORMAT='%3R %3U %3S'; time cargo {command} --quiet --features '{features}'"
        );
        Command::new("bash")
            .args(["-c", &script])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .output()
            .expect("bash runs")
    }
}

pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2] + times[(times.len() - 1) / 2]) / 2.0
}
