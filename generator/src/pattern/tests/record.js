// Records what V8 says of random patterns: `node record.js > recorded.jsonl`. With a number, of so many of them.
// The first line holds the texts. Each further line holds a pattern and a character for each text: 1 if it matches.
// No character is beyond the first plane: V8 looks for matches between the halves of a pair, too.
"use strict";

let state = 0x9e3779b9;

/** Mulberry32: every run makes the same patterns. */
function below(end) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
}

const pick = (choices) => choices[below(choices.length)];
const times = (count, make) => Array.from({ length: count }, make);

const text = () =>
  times(below(9), () => pick(["a", "a", "b", "b", "A", "-", "\n", "é", "日"])).join("");

const pattern = (depth) => times(1 + below(2), () => sequence(depth)).join("|");

const sequence = (depth) => times(1 + below(3), () => term(depth)).join("");

function term(depth) {
  if (depth === 0 || below(2) === 0) return atom();
  const open = pick(["(", "(?:", "(?=", "(?!", "(?<=", "(?<!"]);
  const group = `${open}${pattern(depth - 1)})`;
  return /[=!]/.test(open) ? group : group + quantifier();
}

function atom() {
  switch (below(8)) {
    case 0:
      return pick(["^", "$", "\\b", "\\B"]);
    case 1:
      return pick([".", "\\w", "\\W", "\\d", "\\s", "\\S", "\\p{Lu}", "\\P{L}"]) + quantifier();
    case 2:
      return pick(["[ab]", "[^a]", "[\\w]", "[^]", "[]", "[a-é]", "[\\n\\-b]"]) + quantifier();
    default:
      return pick(["a", "b", "A", "-", "é", "\\n", "\\u{65E5}"]) + quantifier();
  }
}

const quantifier = () => pick(["", "", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}", "*?"]);

const texts = times(48, text);
console.log(JSON.stringify(texts));
for (let left = Number(process.argv[2] ?? 1000); left > 0; left--) {
  const source = pattern(2 + below(2));
  const [leading, flags] = pick([["", "u"], ["", "u"], ["(?i)", "iu"]]);
  const regex = new RegExp(source, flags);
  const verdicts = texts.map((text) => Number(regex.test(text))).join("");
  // Verdicts that are all the same say little.
  if (new Set(verdicts).size > 1) console.log(JSON.stringify([leading + source, verdicts]));
}
