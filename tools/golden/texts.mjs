// The golden texts, by name. All were written for this file. Characters that an editor hides or changes are escapes.

const words = "The assayer weighs the sample, melts it with lead and weighs the bead that is left. ";
const french = "L'essayeur pèse l'échantillon, le fond avec du plomb et pèse la bille qui reste. ";
const chinese = "试金者称量样品，与铅一起熔化，再称量剩下的珠子。";

export const texts = {
  // Short ones.
  greeting: "Hello world",
  pangram: "The quick brown fox jumps over the lazy dog.",
  question: "How does one prove that a kernel computes what it should?",
  upper_case: "SHOUTING IN CAPITAL LETTERS",
  mixed_case: "iPhone, McDonald, LaTeX and eBay",
  one_letter: "a",
  one_capital: "Q",
  one_digit: "7",
  one_symbol: "@",
  one_cjk: "金",
  one_emoji: "\u{1f600}",
  unknown_letter: "\ua4d0",

  // Punctuation.
  punctuation_only: "?!... --- ,;:'\"()[]{}<>",
  unicode_punctuation: "“quoted” ‘single’ «guillemets» — dash – hyphen‐like … ellipsis ¿sí? ¡no!",
  ascii_symbols: "$ + < = > ^ ` | ~ are symbols that count as punctuation",
  unicode_symbols: "± × ÷ ≤ ≥ ≠ ∞ √ ∑ ∫ € £ ¥ © ® ™ ° § ¶ † ‡ • ← → ↑ ↓",
  contractions: "don't can't won't it's o'clock rock'n'roll",
  hyphens: "a state-of-the-art, well-known, never-ending story",

  // Numbers, addresses, code.
  digits: "3.14159 2,718 1e-12 0xDEADBEEF 1st 2nd 10000000 2026-11-29T23:15:00Z",
  other_digits: "٠١٢٣ ०१२३ 零一二三 ⅣⅫ ½ ² ₃ ①",
  url: "See https://example.org/a/path?query=value&other=%20x#fragment or mail someone@example.org",
  java_code: "public static int add(int a, int b) { return a + b; } // sum",
  python_code: "def f(x):\n\treturn [i ** 2 for i in range(x) if i % 2 == 0]",
  shell_code: "$ grep -rn 'TODO' src/ | wc -l && echo \"done\" > /dev/null 2>&1",
  json: '{"name": "assay", "values": [1, 2.5, null], "nested": {"ok": true}}',
  path: "C:\\Users\\someone\\file_name-v2.tar.gz",

  // Languages.
  french: "À l'été, le garçon naïf mangeait des crêpes près de la forêt où vivait Noël.",
  german: "Größere Äpfel, Öfen und Übermut: die Straße heißt nach Weiß.",
  spanish: "El niño pingüino comió jalapeños mañana; ¿qué pasó después?",
  polish: "Zażółć gęślą jaźń, źdźbło i łódź",
  turkish: "İstanbul'da ılık bir ığdır akşamı, Iğdır ve İzmir",
  vietnamese: "Tiếng Việt có nhiều dấu thanh và rất đẹp",
  czech: "Příliš žluťoučký kůň úpěl ďábelské ódy",
  russian: "Пробирщик взвешивает образец и плавит его со свинцом. Ёлка и йод.",
  ukrainian: "Їжак із ґанку бачить щось цікаве",
  greek: "Ο δοκιμαστής ζυγίζει το δείγμα με μεγάλη προσοχή",
  greek_capitals: "ΟΔΥΣΣΕΑΣ ΚΑΙ ΣΙΣΥΦΟΣ",
  arabic: "يزن الفاحص العينة ثم يصهرها مع الرصاص",
  arabic_vowels: "كَتَبَ الطَّالِبُ الدَّرْسَ",
  hebrew: "הבודק שוקל את הדגימה ומתיך אותה עם עופרת",
  hebrew_points: "שָׁלוֹם עֲלֵיכֶם",
  persian: "می\u200cخواهم کتاب\u200cها را بخوانم",
  hindi: "परखनेवाला नमूने को तौलता है और सीसे के साथ पिघलाता है",
  bengali: "আমি প্রতিদিন সকালে চা পান করি",
  tamil: "நான் தினமும் காலையில் தேநீர் குடிக்கிறேன்",
  thai: "ผู้ตรวจสอบชั่งน้ำหนักตัวอย่างแล้วหลอมกับตะกั่ว",
  georgian: "მე ყოველდღე დილით ჩაის ვსვამ",
  armenian: "Ես ամեն առավոտ թեյ եմ խմում",
  chinese: chinese,
  chinese_mixed: "GPU计算kernel必须经过验证123次",
  japanese: "試金者は試料を量り、鉛と一緒に溶かします。カタカナとﾊﾝｶｸ、がぎぐ。",
  korean: "시금자는 시료의 무게를 재고 납과 함께 녹인다",
  korean_jamo: "\u1112\u1161\u11ab\u1100\u1173\u11af",
  amharic: "ሰላም ለዓለም",
  mixed_directions: "The word שלום means peace and سلام too.",

  // Accents.
  accents_composed: "caf\u00e9 r\u00e9sum\u00e9 na\u00efve \u00c5ngstr\u00f6m",
  accents_decomposed: "cafe\u0301 re\u0301sume\u0301 nai\u0308ve A\u030angstro\u0308m",
  accents_stacked: "Z\u0351\u036b\u0343a\u0334\u0322l\u0338\u0321g\u0327\u0321o\u0335\u0328",
  accent_alone: "a \u0301 b",
  no_decomposition: "\u00f8re \u0142\u00f3d\u017a \u00e6gir \u00f0a\u00f0 \u00fe\u00f3r stra\u00dfe \u0131",
  compatibility: "\ufb01ne \uff26\uff35\uff2c\uff2c\uff37\uff29\uff24\uff34\uff28 \u2460 \u00b5m \u212b \u1e9e",

  // Emoji and what lies outside the basic plane.
  emoji_run: "\u{1f680}\u{1f680} launch \u{1f389}!",
  emoji_joined: "family \u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} and \u{1f3f3}\ufe0f\u200d\u{1f308} flag",
  emoji_skin_and_flags: "\u{1f44d}\u{1f3fd} \u{1f1e9}\u{1f1ea} \u{1f1ef}\u{1f1f5} \u2764\ufe0f",
  mathematical_letters: "\u{1d400}\u{1d401} \u{1d4d0} \u{1d7d8}",
  cjk_extension_b: "\u{20000}\u{20001} and \u{2a6d6}",
  gothic: "\u{10330}\u{10331}\u{10332}",
  deseret_capitals: "\u{10400}\u{10401}",

  // White space and controls.
  spaces_around: "   leading and trailing   ",
  tabs_and_lines: "one\ttwo\nthree\r\nfour\n\n\nfive",
  no_break_space: "10\u00a0km\u202fh\u2009thin\u3000wide",
  line_separators: "first\u2028second\u2029third\u0085fourth",
  vertical_tab: "up\u000bdown\u000cpage",
  controls: "be\u0007ll nu\u0000ll es\u001bcape del\u007f c1\u0090",
  zero_width: "zero\u200bwidth soft\u00adhyphen \ufeffmark \u2060joiner",
  direction_marks: "left\u200eto\u200fright \u202aembedded\u202c",
  replacement: "broken \ufffd character",
  lone_surrogates: "half \ud83d pair and \ude00 other",
  private_use: "private \ue000 use \u{f0000}",
  mongolian_separator: "ab\u180ecd",
  special_tokens: "[CLS] a [MASK] and [SEP] plus [UNK] [PAD] but not [sep]",

  // Long ones.
  word_of_100: "x".repeat(100),
  word_of_101: "x".repeat(101),
  word_of_thousands: "antidisestablishment".repeat(400),
  long_known_word: "Donaudampfschifffahrtsgesellschaftskapitän",
  dna: "GATTACA".repeat(13),
  over_128_tokens: words.repeat(10),
  exactly_512_tokens: "token ".repeat(510),
  one_over_512_tokens: "token ".repeat(511),
  over_512_tokens: words.repeat(40),
  over_512_french: french.repeat(30),
  over_512_chinese: chinese.repeat(30),
  over_512_punctuation: "!?".repeat(400),
};
