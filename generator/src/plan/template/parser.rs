//! From tokens to statements and expressions, with `MiniJinja`'s order of precedence.

mod expression;

use super::Problem;
use super::ast::{Expr, For, Name, Statement};
use super::lexer::{self, Token, TokenKind};
use crate::diagnostic::quoted;
use crate::schema::Span;

/// Blocks and expressions may be nested this deeply.
const DEPTH_LIMIT: usize = 64;

/// Reads a template.
pub(super) fn template(source: &str) -> Result<Vec<Statement>, Problem> {
    let tokens = lexer::template(source)?;
    let mut parser = Parser::new(&tokens, source);
    let statements = parser.statements(&[], 0)?;
    Ok(statements)
}

/// Reads an expression that stands alone.
pub(super) fn expression(source: &str) -> Result<Expr, Problem> {
    let tokens = lexer::expression(source)?;
    let mut parser = Parser::new(&tokens, source);
    let expression = parser.expression(0)?;
    match parser.peek() {
        None => Ok(expression),
        Some(_) => Err(parser.unexpected("the end of the expression")),
    }
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    /// The end of the source.
    end: Span,
}

/// The block that is being read: its tag, for messages, and the words that end it.
type Ends<'e> = &'e [&'e str];

impl<'t> Parser<'t> {
    fn new(tokens: &'t [Token], source: &str) -> Self {
        let end = Span { start: source.len(), end: source.len() };
        Self { tokens, at: 0, end }
    }

    fn peek(&self) -> Option<&'t TokenKind> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    fn span(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |token| token.span)
    }

    /// From the start of a token to the end of the last one passed.
    fn since(&self, start: usize) -> Span {
        let end = self
            .at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .map_or(start, |token| token.span.end);
        Span { start, end }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(TokenKind::Word(text)) if text == word)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_here = self.is_word(word);
        self.at += usize::from(is_here);
        is_here
    }

    fn take(&mut self, kind: &TokenKind) -> bool {
        let is_here = self.peek() == Some(kind);
        self.at += usize::from(is_here);
        is_here
    }

    fn take_sign(&mut self, sign: &'static str) -> bool {
        self.take(&TokenKind::Sign(sign))
    }

    fn expect(&mut self, kind: &TokenKind, what: &str) -> Result<(), Problem> {
        if self.take(kind) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    fn name(&mut self, what: &str) -> Result<Name, Problem> {
        let span = self.span();
        let Some(TokenKind::Word(text)) = self.peek() else { return Err(self.unexpected(what)) };
        self.at += 1;
        Ok(Name { text: text.clone(), span })
    }

    fn unexpected(&self, expected: &str) -> Problem {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(TokenKind::Text(_)) => "text".to_owned(),
            Some(TokenKind::PrintStart) => "`{{`".to_owned(),
            Some(TokenKind::PrintEnd) => "`}}`".to_owned(),
            Some(TokenKind::BlockStart) => "`{%`".to_owned(),
            Some(TokenKind::BlockEnd) => "`%}`".to_owned(),
            Some(TokenKind::Word(text)) => quoted(text),
            Some(TokenKind::String(_)) => "a string".to_owned(),
            Some(TokenKind::Integer(_) | TokenKind::Float(_)) => "a number".to_owned(),
            Some(TokenKind::Sign(sign)) => format!("`{sign}`"),
        };
        Problem::new(self.span(), format!("expected {expected}, found {found}"))
    }

    /// Reads up to the block word that ends the block, which is left to be read.
    fn statements(&mut self, ends: Ends<'_>, depth: usize) -> Result<Vec<Statement>, Problem> {
        if depth > DEPTH_LIMIT {
            return Err(too_deep(self.span()));
        }
        let mut statements = Vec::new();
        while let Some(token) = self.peek() {
            match token {
                TokenKind::Text(text) => {
                    statements.push(Statement::Text(text.clone()));
                    self.at += 1;
                }
                TokenKind::PrintStart => {
                    self.at += 1;
                    statements.push(Statement::Print(self.expression(0)?));
                    self.expect(&TokenKind::PrintEnd, "`}}`")?;
                }
                _ => {
                    self.expect(&TokenKind::BlockStart, "`{%`")?;
                    if ends.iter().any(|word| self.is_word(word)) {
                        return Ok(statements);
                    }
                    statements.push(self.block(depth)?);
                }
            }
        }
        match ends.last() {
            None => Ok(statements),
            Some(last) => {
                Err(Problem::new(self.end, format!("the block is not closed by `{{% {last} %}}`")))
            }
        }
    }

    fn block(&mut self, depth: usize) -> Result<Statement, Problem> {
        let name = self.name("the name of a block")?;
        match name.text.as_str() {
            "if" => self.if_block(depth),
            "for" => self.for_block(depth),
            "set" => {
                let name = self.name("a name")?;
                if self.take_sign(",") {
                    return Err(Problem::new(name.span, "only one name at a time can be set"));
                }
                if self.peek() == Some(&TokenKind::BlockEnd) {
                    return Err(Problem::new(name.span, "`set` needs a value here")
                        .help("write `{% set name = value %}`"));
                }
                self.expect(&TokenKind::Sign("="), "`=`")?;
                let value = self.expression(0)?;
                self.end_of_block()?;
                Ok(Statement::Set(name, value))
            }
            "endif" | "endfor" | "else" | "elif" | "endset" => {
                Err(Problem::new(name.span, format!("`{}` closes no open block", name.text)))
            }
            other => Err(Problem::new(
                name.span,
                format!("the block {} is not supported", quoted(other)),
            )
            .help("supported are `if`, `for`, `set` and `raw`")),
        }
    }

    fn end_of_block(&mut self) -> Result<(), Problem> {
        self.expect(&TokenKind::BlockEnd, "`%}`")
    }

    fn if_block(&mut self, depth: usize) -> Result<Statement, Problem> {
        let mut branches = Vec::new();
        let mut otherwise = Vec::new();
        loop {
            let condition = self.expression(0)?;
            self.end_of_block()?;
            branches.push((condition, self.statements(&["elif", "else", "endif"], depth + 1)?));
            if self.take_word("elif") {
                continue;
            }
            if self.take_word("else") {
                self.end_of_block()?;
                otherwise = self.statements(&["endif"], depth + 1)?;
            }
            self.at += 1;
            self.end_of_block()?;
            return Ok(Statement::If(branches, otherwise));
        }
    }

    fn for_block(&mut self, depth: usize) -> Result<Statement, Problem> {
        let is_grouped = self.take_sign("(");
        let mut targets = vec![self.name("a name for the items")?];
        while self.take_sign(",") {
            targets.push(self.name("a name")?);
        }
        if is_grouped {
            self.expect(&TokenKind::Sign(")"), "`)`")?;
        }
        if !self.take_word("in") {
            return Err(self.unexpected("`in`"));
        }
        let list = self.choice_free(0)?;
        if self.is_word("if") {
            return Err(Problem::new(self.span(), "a loop with `if` is not supported")
                .help("write `{% if %}` inside of the loop"));
        }
        if self.is_word("recursive") {
            return Err(Problem::new(self.span(), "recursive loops are not supported"));
        }
        self.end_of_block()?;
        let body = self.statements(&["else", "endfor"], depth + 1)?;
        let mut otherwise = Vec::new();
        if self.take_word("else") {
            self.end_of_block()?;
            otherwise = self.statements(&["endfor"], depth + 1)?;
        }
        self.at += 1;
        self.end_of_block()?;
        Ok(Statement::For(For { targets, list, body, otherwise }))
    }
}

fn too_deep(span: Span) -> Problem {
    Problem::new(span, format!("the template is nested more than {DEPTH_LIMIT} levels deep"))
}
