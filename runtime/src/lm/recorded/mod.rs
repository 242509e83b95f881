//! A model that says what a real one once said.

mod closest;
mod line;
mod store;

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{DynLanguageModel, LanguageModel, LmError, LmErrorKind, Request, Response};
use store::Recordings;

/// Answers from a file of recorded replies, so that a program or a test runs without a key and
/// without a network.
///
/// The file is JSON Lines, one request and its response in each line. [`Self::record`] writes it;
/// it is made to be committed, reviewed and edited by hand:
///
/// ```
/// use sigcodegen_runtime::lm::{LanguageModel, RecordedModel, Request, block_on};
/// use sigcodegen_runtime::Message;
///
/// let model = RecordedModel::from_text(concat!(
///     r#"{"request": {"messages": [{"role": "user", "content": "2 + 2?"}], "settings": {}}, "#,
///     r#""response": {"text": "4", "finish": "stop", "#,
///     r#""usage": {"input_tokens": 7, "output_tokens": 1}, "model": "small-1"}}"#,
/// ))?;
/// let request = Request::new([Message::user("2 + 2?")]);
/// assert_eq!(block_on(model.complete(&request))?.text, "4");
/// # Ok::<(), sigcodegen_runtime::lm::LmError>(())
/// ```
///
/// A request finds its recording if all messages and settings are the same. Several recordings of
/// one request are given in the order of the file, and then the last again and again.
///
/// `settings`, `finish`, `usage` and `model` may be left out. Members that are not known and blank
/// lines are passed over. Anything else that is not as above is an error of kind
/// [`LmErrorKind::Recording`], which names file and line.
pub struct RecordedModel {
    /// The file as error messages call it. `None` if there is none.
    path: Option<String>,
    recordings: Mutex<Recordings>,
    recorder: Option<Recorder>,
}

/// Asks for what is not recorded yet.
struct Recorder {
    model: Box<dyn DynLanguageModel>,
    file: Mutex<Tail>,
}

/// The end of the file.
struct Tail {
    file: File,
    /// Whether the next byte starts a line.
    is_at_line_start: bool,
}

impl RecordedModel {
    /// Answers from a file and nothing else. The file is read whole, now and not again.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a line of it is no recording.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LmError> {
        let path = path.as_ref();
        let bytes = fs::read(path).map_err(|error| {
            let mut message = format!("cannot read {}: {error}", path.display());
            if error.kind() == io::ErrorKind::NotFound {
                message += &how_to_record(Some(&path.display().to_string()));
            }
            recording_error(message).with_source(error)
        })?;
        Self::from_bytes(Some(path.display().to_string()), &bytes)
    }

    /// Answers from a text that has the lines of such a file.
    ///
    /// # Errors
    ///
    /// A line is no recording.
    pub fn from_text(text: &str) -> Result<Self, LmError> {
        Self::from_bytes(None, text.as_bytes())
    }

    /// Answers from a file where it can; asks `model` otherwise, and appends its reply to the file.
    ///
    /// The file is made if there is none; its folder has to be there. To record anew, delete the
    /// file or some of its lines. What `model` answers with an error is not recorded. A reply that
    /// cannot be written is an error.
    ///
    /// A request that is sent twice at the same time may be asked and recorded twice. Each reply is
    /// written as a whole line at once, so that an interrupted program leaves no half reply behind.
    /// Writing blocks the calling thread for a moment, inside of the async call.
    ///
    /// ```
    /// use sigcodegen_runtime::lm::{LanguageModel, RecordedModel, Request, ScriptedModel, block_on};
    /// use sigcodegen_runtime::Message;
    ///
    /// # let path = std::env::temp_dir().join(format!("sigcodegen-{}.jsonl", std::process::id()));
    /// # std::fs::remove_file(&path).ok();
    /// let request = Request::new([Message::user("2 + 2?")]);
    /// let real_model = ScriptedModel::new(["4"]); // Your provider's, in earnest.
    /// let recording = RecordedModel::record(&path, real_model)?;
    /// assert_eq!(block_on(recording.complete(&request))?.text, "4");
    ///
    /// let replaying = RecordedModel::open(&path)?;
    /// assert_eq!(block_on(replaying.complete(&request))?.text, "4");
    /// # std::fs::remove_file(&path).ok();
    /// # Ok::<(), sigcodegen_runtime::lm::LmError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The file cannot be read or written, or a line of it is no recording.
    pub fn record(
        path: impl AsRef<Path>,
        model: impl LanguageModel + 'static,
    ) -> Result<Self, LmError> {
        let path = path.as_ref();
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            result => result.map_err(|error| {
                recording_error(format!("cannot read {}: {error}", path.display()))
                    .with_source(error)
            })?,
        };
        let mut recorded = Self::from_bytes(Some(path.display().to_string()), &bytes)?;
        // Opened before the first call, since a reply that cannot be kept may cost money.
        let file = File::options().append(true).create(true).open(path).map_err(|error| {
            recording_error(format!("cannot write {}: {error}", path.display())).with_source(error)
        })?;
        let is_at_line_start = bytes.last().is_none_or(|&last| last == b'\n');
        let file = Mutex::new(Tail { file, is_at_line_start });
        recorded.recorder = Some(Recorder { model: Box::new(model), file });
        Ok(recorded)
    }

    fn from_bytes(path: Option<String>, bytes: &[u8]) -> Result<Self, LmError> {
        match Recordings::read(bytes) {
            Ok(recordings) => Ok(Self { path, recordings: Mutex::new(recordings), recorder: None }),
            Err(error) => {
                let path = path.as_deref().unwrap_or("recorded text");
                Err(recording_error(format!("{path}:{}: {}", error.line, error.message)))
            }
        }
    }

    #[cold]
    fn not_recorded(&self, request: &Request) -> LmError {
        let path = self.path.as_deref();
        let name = path.unwrap_or("the recorded text");
        let recordings = lock(&self.recordings);
        let mut message = match recordings.count() {
            0 => format!("{name} has no recordings"),
            1 => format!("{name} has one recording and it is not of this request"),
            count => format!("{name} has {count} recordings and none of this request"),
        };
        if let Some(difference) = closest::describe(request, recordings.iter()) {
            message += &difference;
        }
        recording_error(message + &how_to_record(path))
    }
}

impl LanguageModel for RecordedModel {
    async fn complete(&self, request: &Request) -> Result<Response, LmError> {
        line::check_settings(&request.settings)?;
        if let Some(response) = lock(&self.recordings).answer(request) {
            return Ok(response);
        }
        let Some(recorder) = &self.recorder else { return Err(self.not_recorded(request)) };
        let response = recorder.model.complete(request).await?;
        lock(&recorder.file).append(&line::write(request, &response)).map_err(|error| {
            let path = self.path.as_deref().unwrap_or_default();
            recording_error(format!("cannot write {path}: {error}")).with_source(error)
        })?;
        lock(&self.recordings).add(request.clone(), response.clone());
        Ok(response)
    }
}

impl Tail {
    /// Writes a line by a single call, so that neither a crash nor another writer can part it.
    fn append(&mut self, line: &str) -> io::Result<()> {
        let start = if self.is_at_line_start { "" } else { "\n" };
        let bytes = format!("{start}{line}\n");
        // If this fails half way, the next line must still start anew.
        self.is_at_line_start = false;
        self.file.write_all(bytes.as_bytes())?;
        self.file.flush()?;
        self.is_at_line_start = true;
        Ok(())
    }
}

impl fmt::Debug for RecordedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordedModel")
            .field("path", &self.path)
            .field("recordings", &lock(&self.recordings).count())
            .field("records", &self.recorder.is_some())
            .finish()
    }
}

/// Nothing here is left half done under a lock, so what a panicked thread left is sound.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn recording_error(message: String) -> LmError {
    LmError::new(LmErrorKind::Recording, message)
}

fn how_to_record(path: Option<&str>) -> String {
    let path = path.map_or_else(|| "path".to_owned(), |path| format!("{path:?}"));
    format!("; to record it, run once with RecordedModel::record({path}, model)")
}

#[cfg(test)]
mod tests;
