//! One recording as a line of JSON.

use crate::json::Json;
use crate::lm::{FinishReason, LmError, LmErrorKind, Request, Response, Settings, Usage};
use crate::message::{Message, Role};

/// Reads a line. The error says what is wrong, without the place.
pub(super) fn read(line: &str) -> Result<(Request, Response), String> {
    let json = Json::parse(line).map_err(|error| format!("not JSON: {error}"))?;
    let line = Part { value: &json, path: String::new() };
    Ok((read_request(&line.required("request")?)?, read_response(&line.required("response")?)?))
}

/// Writes a line, without its end. JSON escapes line breaks, so that it is one line whatever the texts.
pub(super) fn write(request: &Request, response: &Response) -> String {
    let messages: Vec<Json> = request.messages.iter().map(message).collect();
    let request = object([
        ("messages", Json::Array(messages)),
        ("settings", Json::Object(settings(&request.settings))),
    ]);
    let usage = object([
        ("input_tokens", response.usage.input_tokens.into()),
        ("output_tokens", response.usage.output_tokens.into()),
    ]);
    let mut members = vec![
        ("text", response.text.as_str().into()),
        ("finish", response.finish.as_str().into()),
        ("usage", usage),
    ];
    members.extend(response.model.as_deref().map(|model| ("model", model.into())));
    object([("request", request), ("response", object(members))]).to_string()
}

/// The settings that are set, by name.
pub(super) fn settings(settings: &Settings) -> Vec<(String, Json)> {
    // Names them all, so that a new setting cannot be forgotten here.
    let Settings { model, temperature, top_p, max_tokens, stop, seed } = settings;
    let stop =
        (!stop.is_empty()).then(|| Json::Array(stop.iter().map(|s| s.as_str().into()).collect()));
    [
        ("model", model.as_deref().map(Json::from)),
        ("temperature", temperature.map(float)),
        ("top_p", top_p.map(float)),
        ("max_tokens", max_tokens.map(|tokens| u64::from(tokens).into())),
        ("stop", stop),
        ("seed", seed.map(Json::from)),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name.to_owned(), value?)))
    .collect()
}

/// Refuses settings that JSON cannot spell, and which no recording could therefore match.
pub(super) fn check_settings(settings: &Settings) -> Result<(), LmError> {
    for (name, value) in [("temperature", settings.temperature), ("top_p", settings.top_p)] {
        if let Some(value) = value.filter(|value| !value.is_finite()) {
            let message = format!("the setting {name} is {value}");
            return Err(LmError::new(LmErrorKind::InvalidRequest, message));
        }
    }
    Ok(())
}

fn message(message: &Message) -> Json {
    object([("role", message.role.as_str().into()), ("content", message.content.text().into())])
}

fn object<'a>(members: impl IntoIterator<Item = (&'a str, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// The `f64` that is spelled like this `f32`: 0.7 is to be written as `0.7`, not `0.699999988079071`.
fn float(value: f32) -> Json {
    value.to_string().parse().unwrap_or_else(|_| f64::from(value)).into()
}

fn read_request(request: &Part<'_>) -> Result<Request, String> {
    let messages = request.required("messages")?.items()?;
    let messages = messages.iter().map(read_message).collect::<Result<Vec<_>, _>>()?;
    let settings = request.optional("settings")?.map(|part| read_settings(&part)).transpose()?;
    Ok(Request::new(messages).settings(settings.unwrap_or_default()))
}

fn read_message(message: &Part<'_>) -> Result<Message, String> {
    let role = message.required("role")?;
    let known = [Role::System, Role::User, Role::Assistant];
    let name = role.text()?;
    let Some(role) = known.into_iter().find(|known| known.as_str() == name) else {
        return Err(role.is_not("system, user or assistant"));
    };
    Ok(Message::new(role, message.required("content")?.text()?.to_owned()))
}

fn read_settings(settings: &Part<'_>) -> Result<Settings, String> {
    let stop = settings.optional("stop")?.map(|part| part.items()).transpose()?;
    let stop = stop.unwrap_or_default();
    Ok(Settings {
        model: settings.optional_text("model")?,
        temperature: settings.optional("temperature")?.map(|part| part.float()).transpose()?,
        top_p: settings.optional("top_p")?.map(|part| part.float()).transpose()?,
        max_tokens: settings.optional("max_tokens")?.map(|part| part.integer()).transpose()?,
        stop: stop.iter().map(|part| part.text().map(str::to_owned)).collect::<Result<_, _>>()?,
        seed: settings.optional("seed")?.map(|part| part.integer()).transpose()?,
    })
}

fn read_response(response: &Part<'_>) -> Result<Response, String> {
    let finish = response.optional("finish")?;
    let finish = finish.map(|part| part.text().map(FinishReason::from)).transpose()?;
    let usage = response.optional("usage")?.map(|part| read_usage(&part)).transpose()?;
    Ok(Response {
        text: response.required("text")?.text()?.to_owned(),
        finish: finish.unwrap_or_default(),
        usage: usage.unwrap_or_default(),
        model: response.optional_text("model")?,
    })
}

fn read_usage(usage: &Part<'_>) -> Result<Usage, String> {
    let count = |key| {
        usage.optional(key)?.map(|part| part.integer()).transpose().map(Option::unwrap_or_default)
    };
    Ok(Usage::new(count("input_tokens")?, count("output_tokens")?))
}

/// A value of the line, and the way to it for messages.
struct Part<'j> {
    value: &'j Json,
    path: String,
}

impl<'j> Part<'j> {
    fn required(&self, key: &str) -> Result<Self, String> {
        self.optional(key)?.ok_or_else(|| format!("{} is missing", self.path_of(key)))
    }

    /// A member; `None` if there is none or it is null.
    fn optional(&self, key: &str) -> Result<Option<Self>, String> {
        if !matches!(self.value, Json::Object(_)) {
            return Err(self.is_not("an object"));
        }
        let value = self.value.get(key).filter(|value| **value != Json::Null);
        Ok(value.map(|value| Self { value, path: self.path_of(key) }))
    }

    fn optional_text(&self, key: &str) -> Result<Option<String>, String> {
        self.optional(key)?.map(|part| part.text().map(str::to_owned)).transpose()
    }

    fn items(&self) -> Result<Vec<Self>, String> {
        let items = self.value.as_array().ok_or_else(|| self.is_not("a list"))?.iter();
        let path = |index| format!("{}[{index}]", self.path);
        Ok(items.enumerate().map(|(index, value)| Self { value, path: path(index) }).collect())
    }

    fn text(&self) -> Result<&'j str, String> {
        self.value.as_str().ok_or_else(|| self.is_not("a string"))
    }

    fn integer<N: TryFrom<u64>>(&self) -> Result<N, String> {
        let number = self.value.as_u64().and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| self.is_not("a whole number in range"))
    }

    /// Reads the digits as an `f32` at once: rounding twice could give a neighbour of what was written.
    fn float(&self) -> Result<f32, String> {
        let Json::Number(number) = self.value else { return Err(self.is_not("a number")) };
        let float = number.as_str().parse::<f32>().ok().filter(|float| float.is_finite());
        float.ok_or_else(|| self.is_not("a number in range"))
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    fn is_not(&self, expected: &str) -> String {
        let path = if self.path.is_empty() { "the line" } else { &self.path };
        format!("{path} is not {expected}")
    }
}
