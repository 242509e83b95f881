//! A language model of one's own: a server that speaks the chat completions protocol over plain HTTP, as llama.cpp,
//! Ollama and vLLM do on one's own machine.
//!
//! ```sh
//! cargo run -p sigcodegen-tests --example custom_model -- 127.0.0.1:11434 llama3.2
//! ```
//!
//! Without arguments a stand-in answers, which this program starts itself. In a program with an executor, use an
//! async HTTP client within `complete`; the client here blocks.

use std::error::Error;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::{env, thread};

use sigcodegen_runtime::json::{Json, ObjectWriter};
use sigcodegen_runtime::{
    FinishReason, LanguageModel, LmError, LmErrorKind, Predict, Request, Response, Usage,
};
use sigcodegen_tests::{AnswerQuestion, AnswerQuestionInput};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let lm = match (arguments.next(), arguments.next()) {
        (Some(address), Some(model)) => ChatServer { address, model },
        _ => ChatServer { address: stand_in()?, model: "stand-in".to_owned() },
    };
    let input = AnswerQuestionInput { question: "Which metal floats on water?".to_owned() };
    let prediction = Predict::<AnswerQuestion>::new().call_blocking(&lm, &input)?;
    println!("{} ({} tokens)", prediction.output.answer, prediction.usage.total());
    Ok(())
}

/// A server, and the model to ask there.
struct ChatServer {
    /// Host and port.
    address: String,
    model: String,
}

impl LanguageModel for ChatServer {
    async fn complete(&self, request: &Request) -> Result<Response, LmError> {
        let reply = self.post(&self.body(request)).map_err(|error| {
            let message = format!("no answer from {}", self.address);
            LmError::new(LmErrorKind::Transport, message).with_source(error)
        })?;
        let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((&reply, ""));
        match head.split(' ').nth(1) {
            Some("200") => read(body).ok_or_else(|| other("the answer is no chat completion")),
            Some("429") => Err(LmError::new(LmErrorKind::RateLimited, body.trim())),
            Some("401" | "403") => Err(LmError::new(LmErrorKind::Authentication, body.trim())),
            Some(status) if status.starts_with('5') => {
                Err(LmError::new(LmErrorKind::Unavailable, body.trim()))
            }
            _ => Err(LmError::new(LmErrorKind::InvalidRequest, body.trim())),
        }
    }
}

impl ChatServer {
    /// The request as the protocol has it.
    fn body(&self, request: &Request) -> String {
        let messages = request.messages.iter().map(|message| {
            Json::Object(vec![
                ("role".to_owned(), message.role.as_str().into()),
                ("content".to_owned(), message.content.text().into()),
            ])
        });
        let settings = &request.settings;
        let mut body = String::new();
        let mut object = ObjectWriter::new(&mut body);
        object.field("model", settings.model.as_ref().unwrap_or(&self.model));
        object.field("messages", &messages.collect::<Vec<_>>());
        object.optional("temperature", settings.temperature.as_ref());
        object.optional("max_tokens", settings.max_tokens.as_ref());
        object.finish();
        body
    }

    fn post(&self, body: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect(&self.address)?;
        let length = body.len();
        // Version 1.0 keeps the answer in one piece.
        write!(
            stream,
            "POST /v1/chat/completions HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        )?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply)?;
        Ok(reply)
    }
}

/// What the runtime wants to know of an answer.
fn read(body: &str) -> Option<Response> {
    let body = Json::parse(body).ok()?;
    let choice = body.get("choices")?.as_array()?.first()?;
    let text = choice.get("message")?.get("content")?.as_str()?;
    let finish = choice.get("finish_reason").and_then(Json::as_str).unwrap_or("stop");
    let tokens = |key| body.get("usage")?.get(key)?.as_u64();
    let usage = Usage::new(
        tokens("prompt_tokens").unwrap_or_default(),
        tokens("completion_tokens").unwrap_or_default(),
    );
    Some(Response::new(text).finish(FinishReason::from(finish)).usage(usage))
}

fn other(message: &str) -> LmError {
    LmError::new(LmErrorKind::Other, message)
}

/// Answers one request on this machine, always in the same way.
fn stand_in() -> io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?.to_string();
    thread::spawn(move || -> io::Result<()> {
        let (mut stream, _) = listener.accept()?;
        read_request(&mut stream)?;
        let content = Json::from(
            "[[ ## answer ## ]]\nLithium, the lightest of them.\n\n[[ ## completed ## ]]",
        );
        let body = format!(
            "{{\"choices\":[{{\"message\":{{\"role\":\"assistant\",\"content\":{content}}},\"finish_reason\":\"stop\"}}],\
             \"usage\":{{\"prompt_tokens\":180,\"completion_tokens\":14}}}}"
        );
        write!(stream, "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{body}")
    });
    Ok(address)
}

/// Reads a request to its end, which its length tells.
fn read_request(stream: &mut TcpStream) -> io::Result<()> {
    let mut request = Vec::new();
    let mut part = [0; 4096];
    loop {
        let count = stream.read(&mut part)?;
        request.extend_from_slice(&part[..count]);
        let text = String::from_utf8_lossy(&request);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length =
            head.lines().find_map(|line| line.strip_prefix("Content-Length: ")?.parse().ok());
        if count == 0 || body.len() >= length.unwrap_or(0) {
            return Ok(());
        }
    }
}
