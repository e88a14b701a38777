import { isIPv6 } from 'node:net'

// Each function returns how many characters of a match, from its start, are a secret; 0 for a match without one.

/**
 * Measures an IPv6 address. @NOTE `1::2` is a slice, `a::b` a name, 1:2:3:4:5:6:7:8 a ratio: an address has longer
 * groups.
 */
export function measureIpv6(match: string): number {
  let end = match.length
  // @NOTE a pattern that ends in `$` would begin at each sign of a run, and go through the rest of it each time.
  while (/[.:]/.test(match.charAt(end - 1))) end -= 1
  const address = match.slice(0, end)
  const isAddress = /[\da-f]{3}/i.test(address) && /\d/.test(address) && isIPv6(address)
  return isAddress ? address.length : 0
}

/**
 * Measures an IPv4 address. @NOTE sections (3.2.1.4), versions (143.0.0.0), masks and 127.0.0.1 are the address of no
 * person.
 */
export function measureIpv4(match: string): number {
  const parts = match.split(/[./]/).slice(0, 4).map(Number)
  const isVersion = parts.every((part) => part < 10) || parts.slice(1).every((part) => part === 0)
  const isNobody = isVersion || [0, 127, 255].includes(parts[0] ?? 0)
  return !isNobody && parts.every((part) => part < 256) ? match.length : 0
}

// The country code and length of each IBAN, from the SWIFT registry, release 99.
const IBAN_LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18
  DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23
  IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27
  MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19
  SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
)

/** Measures an IBAN by the length for its country, since the match runs on into the words that follow. */
export function measureIban(match: string): number {
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

// Digit groups as printed on cards, and the first digits that card networks use; years have neither.
const CARD_GROUPS =
  /^(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})$/
const CARD_PREFIX = /^(?:[456]|3[0-9]|2(?:2[2-9]|[3-6]|7[0-2])|220[0-4])/

/** The most characters of a card's number, including those between its groups. */
const MAX_CARD_CHARS = 23

/**
 * Measures the number of a payment card. It tries each end of a group, the last one first, since other numbers may
 * follow.
 */
export function measureCard(match: string): number {
  for (let end = match.length; end > 0; end = endOfGroupBefore(match, end)) {
    if (end > MAX_CARD_CHARS) continue
    const card = match.slice(0, end)
    if (CARD_GROUPS.test(card) && CARD_PREFIX.test(card) && passesLuhn(card)) return end
  }
  return 0
}

function endOfGroupBefore(match: string, end: number): number {
  let at = end - 1
  while (at >= 0 && !/[ -]/.test(match.charAt(at))) at -= 1
  return at
}

function passesLuhn(card: string): boolean {
  const digits = Array.from(card.replace(/\D/g, ''), Number).toReversed()
  const sum = digits.reduce((total, digit, i) => {
    const value = i % 2 === 1 ? digit * 2 : digit
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/**
 * Returns the share of neighbouring characters that differ in kind (upper, lower, digit): 0.6 in base62, under 0.3 in
 * words.
 */
function mixOf(chunks: readonly string[]): number {
  const pairs = chunks.reduce((total, chunk) => total + Math.max(0, chunk.length - 1), 0)
  const changes = chunks.join(' ').match(/[A-Z](?=[a-z\d])|[a-z](?=[A-Z\d])|\d(?=[A-Za-z])/g)
  return (changes?.length ?? 0) / Math.max(1, pairs)
}

const hasAllKinds = (text: string): boolean =>
  /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text)

/**
 * Returns the least mix that makes a chunk a token. It is higher without digits, since words have capitals inside
 * (camelCase) more often than digits.
 */
function leastMixOf(chunk: string): number {
  if (!/\d.*\d/.test(chunk)) return 0.45
  return hasAllKinds(chunk) ? 0.38 : 0.2
}

export function measureToken(match: string): number {
  const chunks = match.match(/[A-Za-z\d]+/g) ?? []
  const isRandom = chunks.some((chunk) => {
    if (chunk.length < 20) return false
    return mixOf([chunk]) >= leastMixOf(chunk)
  })
  if (isRandom) return match.length
  // Base64 has separators of its own, yet changes kind more often than a slug made of words.
  return match.length >= 32 && hasAllKinds(match) && mixOf(chunks) >= 0.45 ? match.length : 0
}

/**
 * Measures a token with a prefix such as `sk_`, which already says "secret": the rest need only differ from words
 * joined by dashes.
 */
export function measurePrefixed(match: string): number {
  const chunks = match.match(/[A-Za-z\d]+/g) ?? []
  const isSecret = chunks.some(
    (chunk) => chunk.length >= 16 || (chunk.length >= 10 && /\d/.test(chunk) && /\D/.test(chunk)),
  )
  return isSecret ? match.length : 0
}

export const measureAwsSecret = (match: string): number =>
  hasAllKinds(match) && mixOf(match.split(/[+/]/)) >= 0.3 ? match.length : 0

/** Measures a telephone number; years, round numbers and binary numbers are not one. */
export function measurePhone(match: string): number {
  const groups = match.match(/\d+/g) ?? []
  const isYears = groups.every((group) => /^(?:1\d|20)\d\d$/.test(group))
  const isRound = /0{5}$/.test(groups.join('')) || /^[01]+$/.test(groups.join(''))
  return isYears || isRound ? 0 : match.length
}
