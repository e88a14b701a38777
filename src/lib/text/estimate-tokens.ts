/**
 * Estimates the cost of a text for a model, in tokens of o200k, the vocabulary of current OpenAI models: mostly a
 * little above, and on whole answers never more than 2 % below (tested against the vocabulary itself, which is too
 * large to load in a server). It cuts a text as that vocabulary does, into words, groups of three digits and runs of
 * marks, and estimates each by its kind; the costs were measured.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  let at = 0
  while (at < text.length) {
    const kind = kindOf(text.charCodeAt(at))
    if (kind === 'other') {
      const code = text.codePointAt(at) ?? 0
      tokens += costOfCharacter(code)
      at += code > 0xff_ff ? 2 : 1
      continue
    }
    const end = endOfRun(text, at, kind)
    tokens += COSTS[kind](text, at, end)
    at = end
  }
  return Math.ceil(tokens * MARGIN)
}

/** The factor on each estimate, since random letters sometimes cost more than the average of their kind. */
const MARGIN = 1.03

type Kind = 'lower' | 'upper' | 'digit' | 'space' | 'line' | 'mark'

function kindOf(code: number): Kind | 'other' {
  if (code > 0x7f) return 'other'
  if (code >= 97 && code <= 122) return 'lower'
  if (code >= 65 && code <= 90) return 'upper'
  if (code >= 48 && code <= 57) return 'digit'
  if (code === 10 || code === 13) return 'line'
  return code <= 32 || code === 127 ? 'space' : 'mark'
}

/** Finds the end of a run of one kind; capitals include the small letters behind them. */
function endOfRun(text: string, start: number, kind: Kind): number {
  let end = start + 1
  while (end < text.length && kindOf(text.charCodeAt(end)) === kind) end += 1
  if (kind !== 'upper') return end
  while (end < text.length && kindOf(text.charCodeAt(end)) === 'lower') end += 1
  return end
}

type Cost = (text: string, start: number, end: number) => number

const COSTS: Readonly<Record<Kind, Cost>> = {
  lower: costOfWord,
  upper: costOfCapitals,
  digit: costOfDigits,
  // A single space belongs to the word behind it.
  space: (_, start, end) => (end - start > 1 ? 1 : 0),
  line: () => 1,
  mark: costOfMarks,
}

/**
 * Returns the cost of digits, three to a token, and a little more where small letters follow, since an id is cut into
 * more tokens than a number and a word.
 */
function costOfDigits(text: string, start: number, end: number): number {
  const isInId = end < text.length && kindOf(text.charCodeAt(end)) === 'lower'
  return Math.ceil((end - start) / 3) + (isInId ? 0.15 : 0)
}

/**
 * Returns the cost of a word: little for one that could be a word of a language, and more than half a token a letter
 * for random letters.
 */
function costOfWord(text: string, start: number, end: number): number {
  const length = end - start
  if (length <= 2) return 1
  if (!isPronounceable(text, start, end)) return 0.58 * length + 0.4
  if (length < 5) return 1
  // The vocabulary has most words with the space before them, and fewer as they stand in a path.
  const isBare = start > 0 && kindOf(text.charCodeAt(start - 1)) === 'mark'
  const extra = isBare ? 0.55 : 0
  return extra + (length <= 8 ? 1 + (length - 5) * 0.17 : 1.5 + (length - 8) * 0.42)
}

/**
 * Returns the cost of a run that begins with a capital: that of a word where only its first letter is one; else that of
 * an abbreviation or of random letters.
 */
function costOfCapitals(text: string, start: number, end: number): number {
  const isCapitalised = end - start === 1 || kindOf(text.charCodeAt(start + 1)) === 'lower'
  return isCapitalised ? costOfWord(text, start, end) : 0.62 * (end - start) + 0.3
}

const codesOf = (letters: string): Set<number> =>
  new Set(Array.from(letters, (letter) => letter.charCodeAt(0)))

const VOWELS = codesOf('aeiouAEIOU')
/**
 * The codes of `y`, which counts as a vowel in short words such as `why` alone: in random letters it is as frequent as
 * others.
 */
const Y = codesOf('yY')
const MAX_Y_WORD = 4
const MAX_CONSONANTS = 4

/**
 * Returns true for letters that could be a word: a fifth to three quarters of them are vowels, and at most four
 * consonants stand together.
 */
function isPronounceable(text: string, start: number, end: number): boolean {
  let vowels = 0
  let consonants = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    const isVowel = VOWELS.has(code) || (end - start <= MAX_Y_WORD && Y.has(code))
    if (isVowel) vowels += 1
    consonants = isVowel ? 0 : consonants + 1
    if (consonants > MAX_CONSONANTS) return false
  }
  const share = vowels / (end - start)
  return share >= 0.2 && share <= 0.75
}

const STRUCTURE = codesOf('[]{}",:')

/** Returns the cost of marks: a run of the marks that JSON is made of costs less than half of other marks. */
function costOfMarks(text: string, start: number, end: number): number {
  const length = end - start
  if (length === 1) return 1
  for (let at = start; at < end; at++) {
    if (!STRUCTURE.has(text.charCodeAt(at))) return 0.75 * length + 0.2
  }
  return 0.3 * length + 0.6
}

/** The tokens that a character of each Unicode block costs; a block is named by its last code. */
const BLOCKS: readonly (readonly [last: number, tokens: number])[] = [
  [0xff, 1], // Latin of Western Europe
  [0x2_4f, 1.4], // the rest of Latin
  [0x3_6f, 2],
  [0x3_ff, 1], // Greek
  [0x4_5f, 0.75], // Cyrillic
  [0x5_8f, 1.5],
  [0x6_4f, 0.8], // Hebrew and Arabic
  [0x8_ff, 1.5],
  [0xe_3f, 0.9], // scripts of India, and Thai
  [0x1d_ff, 2.5],
  [0x2f_ff, 2], // further Latin and Greek, punctuation, symbols
  [0x30_ff, 1.05], // Kana
  [0xff_ff, 3],
  [0x1_f2_ff, 4],
  [0x1_fa_ff, 2.4], // emoji
]
const RARE = 4

function costOfCharacter(code: number): number {
  if (isCommonCharacter(code)) return 1.05
  return BLOCKS.find(([last]) => code <= last)?.[1] ?? RARE
}

/**
 * The encodings, with their first rows, that hold the characters of everyday Chinese, Japanese and Korean (GB 2312
 * level 1, JIS X 0208 level 1, the syllables of KS X 1001). The characters are read from the decoders of the runtime
 * when the first such character is met.
 */
const ENCODINGS = [
  { name: 'gb18030', first: 0xb0, last: 0xd7, from: 0xa1 },
  { name: 'shift_jis', first: 0x88, last: 0x97, from: 0x40 },
  { name: 'euc-kr', first: 0xb0, last: 0xc8, from: 0xa1 },
] as const

let common: ReadonlySet<number> | undefined

/** True for a Han character or a Korean syllable in common use, by its code point. */
function isCommonCharacter(code: number): boolean {
  if (code < 0x34_00 || code > 0xd7_a3) return false
  common ??= readCommon()
  return common.has(code)
}

function readCommon(): ReadonlySet<number> {
  const codes = new Set<number>()
  for (const { name, first, last, from } of ENCODINGS) {
    const decoder = new TextDecoder(name)
    for (let row = first; row <= last; row++) {
      for (let cell = from; cell <= 0xfe; cell++) {
        const code = decoder.decode(Uint8Array.of(row, cell)).codePointAt(0)
        if (code !== undefined) codes.add(code)
      }
    }
  }
  return codes
}
