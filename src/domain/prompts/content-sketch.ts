import { ALNUM, classesAt, UNSPACED, widthAt, WORD } from '../../protocol/lint/char-classes.ts'

/** Number of words in a shingle. */
const SHINGLE_WORDS = 3
/**
 * The bits of a bin's number: shingles are distributed over 128 bins, each of which keeps its least hash, so that the
 * similarity is exact to about 0.05.
 */
const BIN_BITS = 7
const BINS = 2 ** BIN_BITS
/** The least similarity of a text that has not drifted; below it more than 40 % of the shingles changed. */
const MIN_SIMILARITY = 0.6

/**
 * Makes a MinHash sketch of a text, by which one can tell later how much of it has changed: 16 bits for each of 128
 * bins, in base64; empty for a text without words. Case, punctuation and spaces do not count. In scripts without spaces
 * each character is a word. Source: one permutation hashing, Li, Owen and Zhang, NIPS 2012.
 */
export function sketchOf(text: string): string {
  const least = new Uint32Array(BINS).fill(NONE)
  let count = 0
  let [first, second] = [0, 0]
  forEachWordHash(text.toLowerCase(), (third) => {
    count += 1
    if (count >= SHINGLE_WORDS) take(least, hashOf(first, second, third))
    ;[first, second] = [second, third]
  })
  if (count === 0) return ''
  // A text shorter than a shingle counts as one shingle.
  if (count < SHINGLE_WORDS) take(least, hashOf(0, first, second))
  const sketch = Buffer.alloc(BINS * 2)
  for (const [bin, value] of least.entries()) {
    sketch.writeUInt16LE(value === NONE ? 0 : 1 + (value % 0xffff), bin * 2)
  }
  return sketch.toString('base64')
}

/**
 * True when more than 40 % of the shingles of two texts are in only one of them. False when a sketch is unknown or
 * the earlier text had no words; a text that lost all its words has drifted.
 */
export function hasDrifted(before: string | null, now: string | null): boolean {
  if (before === null || before === '' || now === null) return false
  return now === '' || jaccardSimilarity(before, now) < MIN_SIMILARITY
}

/** Estimates the Jaccard similarity of two texts by their sketches: the share of shingles that both have, 0 to 1. */
export function jaccardSimilarity(before: string, now: string): number {
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

function forEachWordHash(text: string, takeWord: (hash: number) => void): void {
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
/** The seed of FNV-1a over UTF-16 units, 32 bits. Source: http://www.isthe.com/chongo/tech/comp/fnv/ */
const SEED = 0x811c_9dc5

function withCode(hash: number, code: number): number {
  const next = Math.imul((hash === NO_WORD ? SEED : hash) ^ code, 0x0100_0193)
  return next === NO_WORD ? 1 : next
}

/**
 * Combines the hashes of three words in their order, and mixes every bit into all others (the finaliser of
 * MurmurHash3).
 */
function hashOf(first: number, second: number, third: number): number {
  let hash = Math.imul(Math.imul(first ^ SEED, 0x9e37_79b1) ^ second, 0x85eb_ca77) ^ third
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
