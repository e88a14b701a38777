import { ALNUM, classesAt, UNSPACED, widthAt, WORD } from '../prompt-policy/char-classes.ts'

/** Words of a shingle. */
const SHINGLE_WORDS = 3
/** Shingles are dealt out to so many bins, and each keeps its least: resemblance is told to about 0.05. */
const BIN_BITS = 7
const BINS = 2 ** BIN_BITS
/** A lesser resemblance is a drift of more than 40 %. */
const MIN_RESEMBLANCE = 0.6

/**
 * What is kept of a text to tell later how much of it has changed: one value of 16 bits for each of 128 bins, in base64;
 * empty for a text without words. Case, punctuation and spaces do not count. Where a script has no spaces, each character
 * is a word. Source: one permutation hashing, Li, Owen and Zhang, NIPS 2012.
 */
export function sketchOf(text: string): string {
  const least = new Uint32Array(BINS).fill(NONE)
  let count = 0
  let [first, second] = [0, 0]
  eachWordHash(text.toLowerCase(), (third) => {
    count += 1
    if (count >= SHINGLE_WORDS) take(least, hashOf(first, second, third))
    ;[first, second] = [second, third]
  })
  if (count === 0) return ''
  // A text that is shorter than a shingle is one.
  if (count < SHINGLE_WORDS) take(least, hashOf(0, first, second))
  const sketch = Buffer.alloc(BINS * 2)
  for (const [bin, value] of least.entries()) {
    sketch.writeUInt16LE(value === NONE ? 0 : 1 + (value % 0xffff), bin * 2)
  }
  return sketch.toString('base64')
}

/**
 * Whether more than 40 % of the shingles of two texts are in one of them alone. Not where one sketch is unknown, or the
 * text before had no words; a text that lost all of its words has drifted.
 */
export function hasDrifted(before: string | null, now: string | null): boolean {
  if (before === null || before === '' || now === null) return false
  return now === '' || resemblance(before, now) < MIN_RESEMBLANCE
}

/** About the share of the shingles of two texts that both have, 0 to 1 (Jaccard). */
export function resemblance(before: string, now: string): number {
  const [a, b] = [Buffer.from(before, 'base64'), Buffer.from(now, 'base64')]
  if (a.length !== BINS * 2 || b.length !== BINS * 2) return 0
  let used = 0
  let same = 0
  for (let at = 0; at < a.length; at += 2) {
    const [left, right] = [a.readUInt16LE(at), b.readUInt16LE(at)]
    if (left !== 0 || right !== 0) used += 1
    if (left !== 0 && left === right) same += 1
  }
  return used === 0 ? 0 : same / used
}

const NONE = 0xffff_ffff

function take(least: Uint32Array, hash: number): void {
  const bin = hash % BINS
  const value = hash >>> BIN_BITS
  if (value < (least[bin] ?? 0)) least[bin] = value
}

function eachWordHash(text: string, takeWord: (hash: number) => void): void {
  let hash = NO_WORD
  for (let at = 0; at < text.length;) {
    const classes = classesAt(text, at)
    const width = text.charCodeAt(at) < 0x80 ? 1 : widthAt(text, at)
    const isWord = (classes & WORD) !== 0
    const isAlone = (classes & UNSPACED) !== 0 && (classes & ALNUM) !== 0
    if (hash !== NO_WORD && (!isWord || isAlone)) {
      takeWord(hash)
      hash = NO_WORD
    }
    if (isWord) hash = withCode(hash, text.charCodeAt(at))
    if (isWord && width === 2) hash = withCode(hash, text.charCodeAt(at + 1))
    if (isAlone) {
      takeWord(hash)
      hash = NO_WORD
    }
    at += width
  }
  if (hash !== NO_WORD) takeWord(hash)
}

const NO_WORD = 0
/** FNV-1a over UTF-16 units, 32 bits. Source: http://www.isthe.com/chongo/tech/comp/fnv/ */
const SEED = 0x811c_9dc5

function withCode(hash: number, code: number): number {
  const next = Math.imul((hash === NO_WORD ? SEED : hash) ^ code, 0x0100_0193)
  return next === NO_WORD ? 1 : next
}

/** Depends on the order of the words, and spreads every bit over all others (the finaliser of MurmurHash3). */
function hashOf(first: number, second: number, third: number): number {
  let hash = Math.imul(Math.imul(first ^ SEED, 0x9e37_79b1) ^ second, 0x85eb_ca77) ^ third
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
