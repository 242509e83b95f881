//! Punycode: RFC 3492 with the parameters of its section 5.
//!
//! Labels are at most 63 characters long, so the quadratic time of both ways is bounded.

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const FIRST_BIAS: u32 = 72;
const FIRST_POINT: u32 = 0x80;

/// The label that a code in lower case stands for.
pub(super) fn decode(code: &str) -> Option<Vec<char>> {
    let (basic, deltas) = match code.rsplit_once('-') {
        Some(("", _)) => return None,
        Some(parts) => parts,
        None => ("", code),
    };
    let mut label: Vec<char> = basic.chars().collect();
    let mut digits = deltas.bytes().peekable();
    let (mut point, mut place, mut bias) = (FIRST_POINT, 0_u32, FIRST_BIAS);
    let mut is_first = true;
    while digits.peek().is_some() {
        let delta = read_delta(&mut digits, bias)?;
        let count = u32::try_from(label.len()).ok()? + 1;
        bias = adapt(delta, count, is_first);
        is_first = false;
        place = place.checked_add(delta)?;
        point = point.checked_add(place / count)?;
        place %= count;
        label.insert(usize::try_from(place).ok()?, char::from_u32(point)?);
        place += 1;
    }
    Some(label)
}

/// The code of a label. Characters of ASCII are copied.
pub(super) fn encode(label: &[char]) -> String {
    let mut code: String = label.iter().filter(|c| c.is_ascii()).collect();
    let mut done = code.len();
    if done > 0 {
        code.push('-');
    }
    let (mut point, mut delta, mut bias) = (FIRST_POINT, 0_u32, FIRST_BIAS);
    let mut is_first = true;
    while let Some(next) = label.iter().map(|&c| u32::from(c)).filter(|&c| c >= point).min() {
        delta += (next - point) * count_of(done + 1);
        for c in label.iter().map(|&c| u32::from(c)) {
            if c < next {
                delta += 1;
            } else if c == next {
                write_delta(&mut code, delta, bias);
                bias = adapt(delta, count_of(done + 1), is_first);
                is_first = false;
                delta = 0;
                done += 1;
            }
        }
        delta += 1;
        point = next + 1;
    }
    code
}

fn count_of(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// Reads a number whose digits are the less significant the earlier they come.
fn read_delta(digits: &mut impl Iterator<Item = u8>, bias: u32) -> Option<u32> {
    let (mut delta, mut weight) = (0_u32, 1_u32);
    for index in 1.. {
        let digit = match digits.next()? {
            letter @ b'a'..=b'z' => letter - b'a',
            figure @ b'0'..=b'9' => figure - b'0' + 26,
            _ => return None,
        };
        let digit = u32::from(digit);
        delta = delta.checked_add(digit.checked_mul(weight)?)?;
        let threshold = threshold(index, bias);
        if digit < threshold {
            break;
        }
        weight = weight.checked_mul(BASE - threshold)?;
    }
    Some(delta)
}

fn write_delta(code: &mut String, mut delta: u32, bias: u32) {
    for index in 1.. {
        let threshold = threshold(index, bias);
        if delta < threshold {
            code.extend(digit(delta));
            break;
        }
        let rest = delta - threshold;
        code.extend(digit(threshold + rest % (BASE - threshold)));
        delta = rest / (BASE - threshold);
    }
}

/// The digit of a value below the base: letters come first.
fn digit(value: u32) -> Option<char> {
    char::from_digit((value + 10) % BASE, BASE)
}

/// The least value that is not the last digit at a place.
fn threshold(index: u32, bias: u32) -> u32 {
    (BASE * index).saturating_sub(bias).clamp(T_MIN, T_MAX)
}

/// The bias for the number after one of this size.
fn adapt(delta: u32, count: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / 700 } else { delta / 2 };
    delta += delta / count;
    let mut shift = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        shift += BASE;
    }
    shift + (BASE - T_MIN + 1) * delta / (delta + 38)
}
