// Writes the golden token ids of the texts in texts.mjs, one JSON object a line, to standard output, as the JavaScript
// implementation of Hugging Face's format computes them: another code base than the one that Assay uses.
//
//   npm install --ignore-scripts @huggingface/tokenizers@0.2.0
//   node tokens.mjs TOKENIZER_JSON > golden-tokens.jsonl

import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { texts } from "./texts.mjs";

const LIMIT = 512;

const definition = JSON.parse(readFileSync(process.argv[2], "utf8"));
definition.truncation = null;
definition.padding = null;
const tokenizer = new Tokenizer(definition, { model_max_length: 1e9 });

// Every character outside ASCII as an escape: the file looks the same in every editor.
const ascii = (json) =>
  json.replace(/[\u007f-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));

for (const [name, text] of Object.entries(texts)) {
  const full = tokenizer.encode(text).ids;
  const ids = full.length <= LIMIT ? full : [...full.slice(0, LIMIT - 1), full.at(-1)];
  console.log(ascii(JSON.stringify({ name, text, fullLength: full.length, ids })));
}
