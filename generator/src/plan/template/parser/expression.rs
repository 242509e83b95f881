//! Expressions.

use super::{DEPTH_LIMIT, Parser, too_deep};
use crate::plan::template::Problem;
use crate::plan::template::ast::{Call, Expr, ExprKind, IfExpr, Name, Operator};
use crate::plan::template::lexer::TokenKind;
use crate::schema::Span;

/// The operators of each level of precedence, the loosest first. `not` and comparisons stand between levels 1 and 2.
const LEVELS: [&[(&str, Operator)]; 3] = [
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("~", Operator::Concat)],
    &[
        ("*", Operator::Multiply),
        ("/", Operator::Divide),
        ("//", Operator::FloorDivide),
        ("%", Operator::Remainder),
    ],
];

/// The arguments of a call: by place, and by name.
type Arguments = (Vec<Expr>, Vec<(Name, Expr)>);

impl Parser<'_> {
    pub(super) fn expression(&mut self, depth: usize) -> Result<Expr, Problem> {
        let start = self.span().start;
        let mut expression = self.choice_free(depth)?;
        while self.take_word("if") {
            let condition = self.choice_free(depth)?;
            let no = if self.take_word("else") { Some(self.expression(depth + 1)?) } else { None };
            let choice = IfExpr { condition, yes: expression, no };
            expression = self.make(ExprKind::If(Box::new(choice)), start)?;
        }
        Ok(expression)
    }

    /// An expression without `if`.
    pub(super) fn choice_free(&mut self, depth: usize) -> Result<Expr, Problem> {
        if depth > DEPTH_LIMIT {
            return Err(too_deep(self.span()));
        }
        let start = self.span().start;
        let mut left = self.conjunction(depth)?;
        while self.take_word("or") {
            let right = self.conjunction(depth)?;
            left = self.binary(Operator::Or, left, right, start)?;
        }
        Ok(left)
    }

    fn conjunction(&mut self, depth: usize) -> Result<Expr, Problem> {
        let start = self.span().start;
        let mut left = self.negation(depth)?;
        while self.take_word("and") {
            let right = self.negation(depth)?;
            left = self.binary(Operator::And, left, right, start)?;
        }
        Ok(left)
    }

    fn negation(&mut self, depth: usize) -> Result<Expr, Problem> {
        let start = self.span().start;
        let mut starts = Vec::new();
        while self.take_word("not") {
            starts.push(start);
        }
        let mut expression = self.comparison(depth)?;
        for start in starts {
            expression = self.make(ExprKind::Not(Box::new(expression)), start)?;
        }
        Ok(expression)
    }

    fn comparison(&mut self, depth: usize) -> Result<Expr, Problem> {
        let start = self.span().start;
        let left = self.level(0, depth)?;
        let Some((operator, is_negated)) = self.comparison_operator()? else { return Ok(left) };
        let right = self.level(0, depth)?;
        let mut expression = self.binary(operator, left, right, start)?;
        if is_negated {
            expression = self.make(ExprKind::Not(Box::new(expression)), start)?;
        }
        let span = self.span();
        match self.comparison_operator()? {
            None => Ok(expression),
            Some(_) => Err(Problem::new(span, "a chain of comparisons is not supported")
                .help("join two comparisons with `and`: `0 <= this and this <= 1`")),
        }
    }

    fn comparison_operator(&mut self) -> Result<Option<(Operator, bool)>, Problem> {
        let operator = match self.peek() {
            Some(TokenKind::Sign("==")) => Operator::Equal,
            Some(TokenKind::Sign("!=")) => Operator::NotEqual,
            Some(TokenKind::Sign("<")) => Operator::Less,
            Some(TokenKind::Sign("<=")) => Operator::LessOrEqual,
            Some(TokenKind::Sign(">")) => Operator::Greater,
            Some(TokenKind::Sign(">=")) => Operator::GreaterOrEqual,
            Some(TokenKind::Word(word)) if word == "in" => Operator::In,
            Some(TokenKind::Word(word)) if word == "not" => {
                self.at += 1;
                return if self.take_word("in") {
                    Ok(Some((Operator::In, true)))
                } else {
                    Err(self.unexpected("`in`"))
                };
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some((operator, false)))
    }

    fn level(&mut self, level: usize, depth: usize) -> Result<Expr, Problem> {
        let Some(operators) = LEVELS.get(level) else { return self.unary(depth) };
        let start = self.span().start;
        let mut left = self.level(level + 1, depth)?;
        loop {
            let found =
                operators.iter().find(|(sign, _)| self.peek() == Some(&TokenKind::Sign(sign)));
            let Some((_, operator)) = found else { return Ok(left) };
            self.at += 1;
            let right = self.level(level + 1, depth)?;
            left = self.binary(*operator, left, right, start)?;
        }
    }

    fn unary(&mut self, depth: usize) -> Result<Expr, Problem> {
        let start = self.span().start;
        let mut minuses = 0;
        while self.take_sign("-") {
            minuses += 1;
        }
        let mut expression = self.primary(depth)?;
        expression = self.postfix(expression, start, depth)?;
        for _ in 0..minuses {
            expression = match expression.kind {
                ExprKind::Integer(value) => self.make(ExprKind::Integer(-value), start)?,
                ExprKind::Float(value) => self.make(ExprKind::Float(-value), start)?,
                _ => self.make(ExprKind::Minus(Box::new(expression)), start)?,
            };
        }
        if self.peek() == Some(&TokenKind::Sign("**")) {
            return Err(Problem::new(self.span(), "`**` is not supported"));
        }
        self.filters(expression, start, depth)
    }

    fn postfix(
        &mut self,
        mut expression: Expr,
        start: usize,
        depth: usize,
    ) -> Result<Expr, Problem> {
        loop {
            if self.take_sign(".") {
                let name = self.name("the name of an attribute")?;
                expression = self.make(ExprKind::Attribute(Box::new(expression), name), start)?;
            } else if self.take_sign("[") {
                let key = self.expression(depth + 1)?;
                if self.peek() == Some(&TokenKind::Sign(":")) {
                    return Err(Problem::new(self.span(), "slices are not supported"));
                }
                self.expect(&TokenKind::Sign("]"), "`]`")?;
                expression =
                    self.make(ExprKind::Item(Box::new(expression), Box::new(key)), start)?;
            } else if self.peek() == Some(&TokenKind::Sign("(")) {
                let span = self.span();
                return Err(Problem::new(span, "functions and methods are not supported")
                    .help("most have a filter: `value|upper` instead of `value.upper()`"));
            } else {
                return Ok(expression);
            }
        }
    }

    fn filters(
        &mut self,
        mut expression: Expr,
        start: usize,
        depth: usize,
    ) -> Result<Expr, Problem> {
        loop {
            if self.take_sign("|") {
                let name = self.name("the name of a filter")?;
                let (positional, named) = self.arguments(depth)?;
                let call = Call { name, subject: expression, positional, named };
                expression = self.make(ExprKind::Filter(Box::new(call)), start)?;
            } else if self.take_word("is") {
                let is_negated = self.take_word("not");
                let name = self.name("the name of a test")?;
                let (mut positional, named) = self.arguments(depth)?;
                if positional.is_empty() && named.is_empty() && self.begins_argument() {
                    let start = self.span().start;
                    let argument = self.primary(depth)?;
                    positional.push(self.postfix(argument, start, depth)?);
                }
                let call = Call { name, subject: expression, positional, named };
                expression = self.make(ExprKind::Test(Box::new(call)), start)?;
                if is_negated {
                    expression = self.make(ExprKind::Not(Box::new(expression)), start)?;
                }
            } else {
                return Ok(expression);
            }
        }
    }

    /// Whether a test's argument without brackets is next.
    fn begins_argument(&self) -> bool {
        match self.peek() {
            Some(TokenKind::Word(word)) => {
                !matches!(word.as_str(), "and" | "or" | "else" | "is" | "if" | "in" | "not")
            }
            Some(TokenKind::String(_) | TokenKind::Integer(_) | TokenKind::Float(_)) => true,
            Some(TokenKind::Sign(sign)) => *sign == "[",
            _ => false,
        }
    }

    fn arguments(&mut self, depth: usize) -> Result<Arguments, Problem> {
        let (mut positional, mut named) = (Vec::new(), Vec::new());
        if !self.take_sign("(") {
            return Ok((positional, named));
        }
        while !self.take_sign(")") {
            if !(positional.is_empty() && named.is_empty()) {
                self.expect(&TokenKind::Sign(","), "`,` or `)`")?;
                if self.take_sign(")") {
                    break;
                }
            }
            let argument = self.expression(depth + 1)?;
            let span = argument.span;
            match argument.kind {
                ExprKind::Name(text) if self.take_sign("=") => {
                    named.push((Name { text, span }, self.expression(depth + 1)?));
                }
                _ if named.is_empty() => positional.push(argument),
                _ => {
                    return Err(Problem::new(
                        span,
                        "an argument without a name stands behind one with a name",
                    ));
                }
            }
        }
        Ok((positional, named))
    }

    fn primary(&mut self, depth: usize) -> Result<Expr, Problem> {
        let span = self.span();
        let Some(token) = self.peek() else { return Err(self.unexpected("an expression")) };
        self.at += 1;
        let kind = match token {
            TokenKind::String(text) => {
                let mut text = text.clone();
                while let Some(TokenKind::String(more)) = self.peek() {
                    text.push_str(more);
                    self.at += 1;
                }
                ExprKind::String(text)
            }
            TokenKind::Integer(value) => ExprKind::Integer(*value),
            TokenKind::Float(value) => ExprKind::Float(*value),
            TokenKind::Word(word) => match word.as_str() {
                "true" | "True" => ExprKind::Bool(true),
                "false" | "False" => ExprKind::Bool(false),
                "none" | "None" => ExprKind::Null,
                "and" | "or" | "not" | "is" | "in" | "if" | "else" => {
                    self.at -= 1;
                    return Err(self.unexpected("an expression"));
                }
                name => ExprKind::Name(name.to_owned()),
            },
            TokenKind::Sign("(") => {
                let inner = self.expression(depth + 1)?;
                if self.peek() == Some(&TokenKind::Sign(",")) {
                    return Err(Problem::new(self.span(), "tuples are not supported")
                        .help("write a list: `[a, b]`"));
                }
                self.expect(&TokenKind::Sign(")"), "`)`")?;
                return Ok(inner);
            }
            TokenKind::Sign("[") => ExprKind::List(self.items(depth)?),
            TokenKind::Sign("{") => {
                return Err(Problem::new(span, "maps cannot be written in a template"));
            }
            _ => {
                self.at -= 1;
                return Err(self.unexpected("an expression"));
            }
        };
        self.make(kind, span.start)
    }

    fn items(&mut self, depth: usize) -> Result<Vec<Expr>, Problem> {
        let mut items = Vec::new();
        while !self.take_sign("]") {
            if !items.is_empty() {
                self.expect(&TokenKind::Sign(","), "`,` or `]`")?;
                if self.take_sign("]") {
                    break;
                }
            }
            items.push(self.expression(depth + 1)?);
        }
        Ok(items)
    }

    fn binary(
        &self,
        operator: Operator,
        left: Expr,
        right: Expr,
        start: usize,
    ) -> Result<Expr, Problem> {
        self.make(ExprKind::Binary(operator, Box::new(left), Box::new(right)), start)
    }

    /// Makes an expression that begins at `start` and ends here. A chain nests as deeply as brackets do, so its length
    /// is bounded too.
    fn make(&self, kind: ExprKind, start: usize) -> Result<Expr, Problem> {
        let mut expression = Expr { kind, span: self.since(start), height: 0 };
        expression.height =
            expression.parts().iter().map(|part| part.height + 1).max().unwrap_or(0);
        let Span { start, end } = expression.span;
        if expression.height > 2 * DEPTH_LIMIT {
            let message = format!("the expression has more than {} steps", 2 * DEPTH_LIMIT);
            return Err(Problem::new(Span { start, end }, message).help("take it apart with `set`"));
        }
        Ok(expression)
    }
}
