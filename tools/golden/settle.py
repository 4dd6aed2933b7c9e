"""Settles golden token ids: a second implementation, by the algorithm that came with BERT, on Python's Unicode tables.

    node tokens.mjs TOKENIZER_JSON | python3 settle.py TOKENIZER_JSON > golden-tokens.jsonl

A line whose ids are the same here passes unchanged. Where they differ, the line gets the ids found here, keeps the
others as "javascript", and is named on standard error: README.md beside the golden file says why for each.

Sources: Devlin et al., "BERT", 2018, and the description of its uncased tokenisation: drop controls, space out CJK,
lower-case character by character, decompose, drop accents, split at white space and punctuation, then match the
longest pieces of the vocabulary from the left.
"""

import json
import re
import sys
import unicodedata

CJK = [
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
]


def is_cjk(c):
    return any(low <= ord(c) <= high for low, high in CJK)


def is_punctuation(c):
    return c in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" or unicodedata.category(c).startswith("P")


def clean(text):
    kept = []
    for c in text:
        if c in "\t\n\r" or unicodedata.category(c) == "Zs":
            kept.append(" ")
        elif c != "\ufffd" and not unicodedata.category(c).startswith("C"):
            kept.append(c)
    return "".join(kept)


def words(text):
    spaced = "".join(f" {c} " if is_cjk(c) else c for c in clean(text))
    for word in spaced.split():
        # Not word.lower(), which looks at a word's end for the Greek final sigma: the format's own code does not.
        plain = unicodedata.normalize("NFD", "".join(c.lower() for c in word))
        plain = "".join(c for c in plain if unicodedata.category(c) != "Mn")
        run = ""
        for c in plain:
            if is_punctuation(c):
                if run:
                    yield run
                yield c
                run = ""
            else:
                run += c
        if run:
            yield run


def pieces(word, vocabulary, unknown, longest):
    if len(word) > longest:
        return [unknown]
    ids = []
    start = 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                ids.append(vocabulary[piece])
                start = end
                break
        else:
            return [unknown]
    return ids


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        definition = json.load(file)
    model = definition["model"]
    vocabulary = model["vocab"]
    special = {token["content"]: token["id"] for token in definition["added_tokens"]}
    splitter = re.compile("(" + "|".join(map(re.escape, special)) + ")")
    different = 0
    for line in sys.stdin:
        golden = json.loads(line)
        ids = [special["[CLS]"]]
        for part in splitter.split(golden["text"]):
            if part in special:
                ids.append(special[part])
                continue
            for word in words(part):
                ids += pieces(word, vocabulary, special["[UNK]"], model["max_input_chars_per_word"])
        ids.append(special["[SEP]"])
        full = len(ids)
        if full > 512:
            ids = ids[:511] + [ids[-1]]
        if ids != golden["ids"] or full != golden["fullLength"]:
            different += 1
            print(f"{golden['name']}: {golden['fullLength']} tokens, here {full}", file=sys.stderr)
            golden["javascript"] = {"fullLength": golden["fullLength"], "ids": golden["ids"]}
            golden["fullLength"] = full
            golden["ids"] = ids
        print(json.dumps(golden, separators=(",", ":")))
    print(f"{different} texts differ; Unicode {unicodedata.unidata_version}", file=sys.stderr)


main()
