import big5Extras from './big5-extras.data.json' with { type: 'json' }

/** The characters of an encoding by their two bytes, the number `lead << 8 | trail`. */
type Pairs = ReadonlyMap<number, string>

const FIRST_LEAD = 0x81
const LAST_TRAIL = 0xfe

/**
 * Returns a decoder for an encoding with two bytes for a character, which adds the pairs of the Encoding standard that
 * ICU's converter lacks; undefined for an encoding of which ICU's converter has all pairs.
 */
export function doubleByteDecoder(name: string): ((bytes: Uint8Array) => string) | undefined {
  if (name === 'euc-kr') return withPairs(name, hangulPairs())
  return name === 'big5' ? withPairs(name, bigFivePairs()) : undefined
}

function withPairs(name: string, pairs: Pairs): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(name)
  return (bytes) => {
    const parts: string[] = []
    let from = 0
    for (let at = 0; at < bytes.length; at += 1) {
      const lead = bytes[at] ?? 0
      if (lead < FIRST_LEAD) continue
      const character = pairs.get((lead << 8) | (bytes[at + 1] ?? 0))
      if (character !== undefined) {
        if (at > from) parts.push(decoder.decode(bytes.subarray(from, at)))
        parts.push(character)
        from = at + 2
      }
      at += 1
    }
    return parts.join('') + decoder.decode(bytes.subarray(from))
  }
}

/**
 * Returns the syllables that windows-949 adds to EUC-KR (the standard means windows-949 by the name `euc-kr`): those
 * that EUC-KR lacks, in the order of Unicode, on the places that EUC-KR leaves free
 * (https://encoding.spec.whatwg.org/index-euc-kr.txt).
 */
function hangulPairs(): Pairs {
  const decoder = new TextDecoder('euc-kr')
  const known = new Set<string>()
  for (let lead = 0xb0; lead <= 0xc8; lead += 1) {
    for (let trail = 0xa1; trail <= LAST_TRAIL; trail += 1) {
      known.add(decoder.decode(Uint8Array.of(lead, trail)))
    }
  }
  // Two signs that ICU lacks as well.
  const pairs = new Map([
    [0xa2e6, '€'],
    [0xa2e7, '®'],
  ])
  let syllable = FIRST_SYLLABLE
  for (const pair of freePlaces()) {
    while (known.has(String.fromCharCode(syllable))) syllable += 1
    if (syllable > LAST_SYLLABLE) return pairs
    pairs.set(pair, String.fromCharCode(syllable))
    syllable += 1
  }
  return pairs
}

const FIRST_SYLLABLE = 0xac00
const LAST_SYLLABLE = 0xd7a3

/**
 * Yields the places for further syllables, in order: trail bytes of capitals, small letters, and those from 0x81 on, as
 * far as EUC-KR has not taken them.
 */
function* freePlaces(): Generator<number> {
  for (let lead = FIRST_LEAD; lead <= 0xc6; lead += 1) {
    const last = lead < 0xa1 ? LAST_TRAIL : 0xa0
    for (const [from, to] of [
      [0x41, 0x5a],
      [0x61, 0x7a],
      [0x81, last],
    ] as const) {
      for (let trail = from; trail <= to; trail += 1) yield (lead << 8) | trail
    }
  }
}

/**
 * Returns the characters of Hong Kong and others that ICU's Big5 lacks
 * (https://encoding.spec.whatwg.org/index-big5.txt), in runs by their first pair.
 */
function bigFivePairs(): Pairs {
  const pairs = new Map<number, string>()
  for (const [first, run] of Object.entries(big5Extras)) {
    let pair = Number.parseInt(first, 16)
    for (const [character] of run.matchAll(/\P{M}\p{M}*/gu)) {
      pairs.set(pair, character)
      pair = nextBigFive(pair)
    }
  }
  return pairs
}

/** Returns the pair of Big5 that follows a pair; trail bytes go from 0x40 to 0x7E and from 0xA1 to 0xFE. */
function nextBigFive(pair: number): number {
  const trail = pair & 0xff
  if (trail === 0x7e) return pair - trail + 0xa1
  return trail === LAST_TRAIL ? pair - trail + 0x100 + 0x40 : pair + 1
}
