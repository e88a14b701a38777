import { isIPv6 } from 'node:net'

const MAX_QUESTION_CHARS = 300

// Secrets are looked for in this much text before the cap, so the cap cannot cut one in half.
const WINDOW_CHARS = 4_000

// The window itself can cut one, so nothing that starts this close to its end is kept: of a longer
// secret enough is left to be recognised.
const CUT_CHARS = 100

/**
 * Text fit to store and show: well-formed Unicode without control, bidi-control, zero-width and tag
 * characters, white space collapsed, trimmed, at most `maxChars` code points.
 */
export function cleanText(text: string, maxChars: number): string {
  const visible = text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/\uFEFF|(?![\s\u0085])[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu, '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
  if (visible.length <= maxChars) return visible
  return Array.from(visible).slice(0, maxChars).join('').trimEnd()
}

/**
 * A question at most 300 code points long, with `[email]`, `[ip]`, `[iban]`, `[token]`, `[card]`
 * and `[phone]` in place of what could identify a person or open an account.
 */
export function redactQuestion(text: string): string {
  const clean = cleanText(text.slice(0, WINDOW_CHARS), WINDOW_CHARS)
  const keptChars = text.length > WINDOW_CHARS ? clean.length - CUT_CHARS : clean.length
  return cleanText(maskSecrets(clean, Math.max(0, keptChars)), MAX_QUESTION_CHARS)
}

interface Rule {
  /** What replaces a match; without it the match is kept, and hidden from the rules that follow. */
  mask?: string
  /**
   * @NOTE a pattern must not walk far and then fail: each repetition is bounded, or a lookbehind
   * lets it start only once in a run of the characters it repeats. Else its time is not linear.
   */
  pattern: RegExp
  /** How many characters of a match to replace; 0 when it is no secret. Without it, all of them. */
  measure?: (match: string) => number
}

interface Span {
  start: number
  end: number
  mask: string
}

/** The first `keptChars` of the text, masked; a secret that starts in them is found to its end. */
function maskSecrets(text: string, keptChars: number): string {
  let rest = foldText(text)
  const spans: Span[] = []
  for (const rule of RULES) {
    const found = findSpans(rest, rule)
    spans.push(...found.filter(({ mask, start }) => mask !== '' && start < keptChars))
    rest = replaceSpans(rest, found, ({ start, end }) => '\0'.repeat(end - start))
  }
  spans.sort((a, b) => a.start - b.start)
  const end = Math.max(keptChars, spans.at(-1)?.end ?? 0)
  return replaceSpans(text.slice(0, end), spans, ({ mask }) => mask)
}

function findSpans(text: string, { pattern, measure, mask = '' }: Rule): Span[] {
  const spans: Span[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const length = measure ? measure(match[0]) : match[0].length
    if (length > 0) spans.push({ start: match.index, end: match.index + length, mask })
    pattern.lastIndex = match.index + Math.max(1, length)
  }
  return spans
}

function replaceSpans(text: string, spans: readonly Span[], by: (span: Span) => string): string {
  let replaced = ''
  let done = 0
  for (const span of spans) {
    replaced += text.slice(done, span.start) + by(span)
    done = span.end
  }
  return replaced + text.slice(done)
}

const ZERO_DIGITS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

/** ASCII for dashes, digits and full-width forms of other scripts; every index stays valid. */
function foldText(text: string): string {
  return text.replace(/[^\0-\x7F]/g, (char) => {
    const code = char.charCodeAt(0)
    const zero = ZERO_DIGITS.find((first) => code >= first && code < first + 10)
    if (zero !== undefined) return String(code - zero)
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
    return /[\u2010-\u2015\u2212]/.test(char) ? '-' : char
  })
}

/** @NOTE `1::2` is a slice, `a::b` a name, 1:2:3:4:5:6:7:8 a ratio: an address has longer groups. */
function measureIpv6(match: string): number {
  const address = match.replace(/[.:]+$/, '')
  const isAddress = /[\da-f]{3}/i.test(address) && /\d/.test(address) && isIPv6(address)
  return isAddress ? address.length : 0
}

/** @NOTE sections (3.2.1.4), versions (143.0.0.0), masks and 127.0.0.1 are nobody's address. */
function measureIpv4(match: string): number {
  const parts = match.split(/[./]/).slice(0, 4).map(Number)
  const isVersion = parts.every((part) => part < 10) || parts.slice(1).every((part) => part === 0)
  const isNobody = isVersion || [0, 127, 255].includes(parts[0] ?? 0)
  return !isNobody && parts.every((part) => part < 256) ? match.length : 0
}

// Country code and length of each IBAN; SWIFT registry, release 99.
const IBAN_LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18
  DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23
  IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27
  MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19
  SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
)

/** The match runs on into the words that follow, so the country says where the number ends. */
function measureIban(match: string): number {
  const size = IBAN_LENGTHS.get(match.slice(0, 2).toUpperCase()) ?? 0
  let end = 0
  let iban = ''
  for (; end < match.length && iban.length < size; end += 1) {
    if (/\w/.test(match.charAt(end))) iban += match.charAt(end)
  }
  const isWhole = size > 0 && iban.length === size && !/\w/.test(match.charAt(end))
  return isWhole && remainder97(iban) === 1 ? end : 0
}

function remainder97(iban: string): number {
  let remainder = 0
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(char, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}

// Groups as printed on cards, and the first digits that card networks use; years have neither.
const CARD_GROUPS =
  /^(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})$/
const CARD_PREFIX = /^(?:[456]|3[0-9]|2(?:2[2-9]|[3-6]|7[0-2])|220[0-4])/

/** A card may be followed by other numbers, so each end of a group is tried, the last one first. */
function measureCard(match: string): number {
  for (let end = match.length; end > 0; end = match.slice(0, end).search(/[ -]\d*$/)) {
    const card = match.slice(0, end)
    if (CARD_GROUPS.test(card) && CARD_PREFIX.test(card) && passesLuhn(card)) return end
  }
  return 0
}

function passesLuhn(card: string): boolean {
  const digits = Array.from(card.replace(/\D/g, ''), Number).toReversed()
  const sum = digits.reduce((total, digit, i) => {
    const value = i % 2 === 1 ? digit * 2 : digit
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** How often neighbours differ in kind (upper, lower, digit): 0.6 in base62, under 0.3 in words. */
function mixOf(chunks: readonly string[]): number {
  const pairs = chunks.reduce((total, chunk) => total + Math.max(0, chunk.length - 1), 0)
  const changes = chunks.join(' ').match(/[A-Z](?=[a-z\d])|[a-z](?=[A-Z\d])|\d(?=[A-Za-z])/g)
  return (changes?.length ?? 0) / Math.max(1, pairs)
}

const hasAllKinds = (text: string): boolean =>
  /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text)

/** Words have capitals inside (camelCase) more often than digits. */
function leastMixOf(chunk: string): number {
  if (!/\d.*\d/.test(chunk)) return 0.45
  return hasAllKinds(chunk) ? 0.38 : 0.2
}

function measureToken(match: string): number {
  const chunks = match.match(/[A-Za-z\d]+/g) ?? []
  const isRandom = chunks.some((chunk) => {
    if (chunk.length < 20) return false
    return mixOf([chunk]) >= leastMixOf(chunk)
  })
  if (isRandom) return match.length
  // Base64 has separators of its own, yet changes kind more often than a slug made of words.
  return match.length >= 32 && hasAllKinds(match) && mixOf(chunks) >= 0.45 ? match.length : 0
}

/** The prefix already says "secret", so the rest only has to differ from words joined by dashes. */
function measurePrefixed(match: string): number {
  const chunks = match.match(/[A-Za-z\d]+/g) ?? []
  const isSecret = chunks.some(
    (chunk) => chunk.length >= 16 || (chunk.length >= 10 && /\d/.test(chunk) && /\D/.test(chunk)),
  )
  return isSecret ? match.length : 0
}

const measureAwsSecret = (match: string): number =>
  hasAllKinds(match) && mixOf(match.split(/[+/]/)) >= 0.3 ? match.length : 0

/** Not a telephone number: years, round numbers, binary numbers. */
function measurePhone(match: string): number {
  const groups = match.match(/\d+/g) ?? []
  const isYears = groups.every((group) => /^(?:1\d|20)\d\d$/.test(group))
  const isRound = /0{5}$/.test(groups.join('')) || /^[01]+$/.test(groups.join(''))
  return isYears || isRound ? 0 : match.length
}

// Scripts without spaces between words: their letters beside an address are not part of it.
const SPACED = String.raw`(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}])`
const LOCAL = String.raw`(?:${SPACED}[\p{L}\p{M}\p{N}._%+'-]){1,64}`
const HOST = String.raw`(?:(?:${SPACED}[\p{L}\p{M}\p{N}-]){1,63}\.){1,8}(?:${SPACED}\p{L}){2,24}`
const SPELLED_EMAIL =
  /[\w.+-]{1,64} ?[([{] ?at ?[)\]}] ?[\w-]{1,63}(?: ?(?:\.|[([{] ?dot ?[)\]}]) ?[A-Za-z][\w-]{0,62}){1,4}/gi

// Not inside a word, path, price or decimal; not followed by the rest of one.
const START = String.raw`(?<!\d[.,:])(?<![\w#$€£+=/-])`
const END = String.raw`(?!\w|[.,:]\d)`
const MORE = String.raw`[ ().\/-]{0,3}\d`

const PHONE_SHAPES = [
  String.raw`\(?\+\(?[1-9](?:${MORE}){6,14}`, // +49 30 1234567
  String.raw`00[1-9](?:${MORE}){8,13}`, // 0049 30 1234567
  String.raw`\(?0[1-9](?:${MORE}){7,10}`, // 030 1234567, 06 12 34 56 78, 090-1234-5678
  String.raw`(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])\d{3}[ .-]\d{4}`, // (212) 555-0142
  String.raw`(?:\(\d\d\) ?\d{4,5}|\d\d 9\d{4})-\d{4}`, // (11) 91234-5678
  String.raw`[78][ -]?\(?[3489]\d\d\)?[ -]?\d{3}[ -]?\d\d[ -]?\d\d`, // 8 (912) 345-67-89
  String.raw`1[3-9]\d[ -]?\d{4}[ -]?\d{4}`, // 138 1234 5678
  String.raw`[679]\d\d(?:([ .-])\d\d\1\d\d\1\d\d|-\d{3}-\d{3})`, // 612 34 56 78
  String.raw`3\d\d[ -]\d{6,7}`, // 347 1234567
]

const PHONE_WORD = [
  String.raw`\b(?:(?:tele)?phone|tel|mobile|whatsapp|fax|sms|telefon[eo]?|telefoon|handy|mobiel)\b`,
  String.raw`\b(?:mobil|téléphone|portable|teléfono|móvil|celular|telemóvel|cellulare)\b`,
  String.raw`\b(?:call|text) (?:me|us)\b|\bcell(?:phone| (?:phone|number))`,
  String.raw`\b(?:my|meine|mon|mi|meu|mio|mijn) n[uú]m(?:ber|mer|éro|ero)\b`,
  'телефон|мобильн|电话|手机|電話|手機|携帯|전화|휴대폰|फोन|मोबाइल|هاتف|جوال|رقمي',
].join('|')

/** In order: what an earlier rule has taken, a later one does not see. */
const RULES: readonly Rule[] = [
  { mask: '[email]', pattern: new RegExp(`${LOCAL}@${HOST}`, 'gu') },
  { mask: '[email]', pattern: SPELLED_EMAIL },
  { mask: '[ip]', pattern: /(?<![\w:.])[\da-f:.]{3,45}(?![\w:])/gi, measure: measureIpv6 },
  {
    mask: '[ip]',
    pattern:
      /(?<!(?:version|release|build|firmware|driver|section|chrome|\bver|\bv|§)[ .]{0,2})(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?!\w|\.\d)/gi,
    measure: measureIpv4,
  },
  {
    mask: '[iban]',
    pattern: /(?<![A-Za-z\d])[A-Z]{2}\d\d(?:[ -]?[A-Z\d]){11,31}/gi,
    measure: measureIban,
  },
  { mask: '[token]', pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g },
  { mask: '[token]', pattern: /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/gi },
  {
    mask: '[token]',
    pattern:
      /(?<![\w-])(?:(?:AKIA|ASIA)[A-Z\d]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,})/g,
  },
  {
    mask: '[token]',
    pattern:
      /(?<![\w-])(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[a-z]|ctb[a-z]|npm|pypi|hf|whsec|shp[a-z]{2}|dop_v1)[-_][\w-]{12,}/g,
    measure: measurePrefixed,
  },
  {
    mask: '[token]',
    pattern: /(?<![\w+/.-])[A-Za-z\d+/]{40}(?![\w+/=-])/g,
    measure: measureAwsSecret,
  },
  {
    mask: '[token]',
    pattern: /(?<![\w+/.:-])(?!\/)[A-Za-z\d+/]{32,}={0,2}(?![\w.-])/g,
    measure: measureToken,
  },
  { mask: '[token]', pattern: /(?<![\w+~-])[\w+~-]{20,}={0,2}/g, measure: measureToken },
  { pattern: /\b(?:isbn|issn|ean|oclc|pmid|doi|arxiv)(?:-1[03])?[ :#]{0,3}\d[\dX ./-]{5,40}/gi },
  { pattern: /(?<!\w)97[89](?:[ -]?\d){10}(?!\w)/g }, // ISBN
  { mask: '[card]', pattern: /(?<![\w.])\d(?:[ -]?\d){12,18}(?!\w)/g, measure: measureCard },
  { pattern: /(?<!\d[./-]?)\d{4}([./-])\d\d?\1\d\d?(?![./-]?\d)/g }, // 2026-11-20
  { pattern: /(?<!\d[./-]?)\d\d?([./-])\d\d?\1(?:\d{4}|\d\d)(?![./-]?\d)/g }, // 20.11.2026
  ...PHONE_SHAPES.map((shape) => ({
    mask: '[phone]',
    pattern: new RegExp(START + shape + END, 'g'),
    measure: measurePhone,
  })),
  {
    mask: '[phone]',
    pattern: new RegExp(
      String.raw`(?=[(+]?\d)(?<=(?:${PHONE_WORD})[^\d\n]{0,20})${START}\(?\+?\d(?:${MORE}){6,14}${END}`,
      'gi',
    ),
    measure: measurePhone,
  },
]
