import {
  LEAK_PATTERN,
  maskToken,
  tokenFamily,
  type TokenFamily,
} from '../kernel/credentials/tokens.ts'

interface Leak {
  /** The number of the line in the file, from 1. */
  line: number
  family: TokenFamily
  masked: string
}

/**
 * The characters that are searched again with the next part: more than the longest credential has together with its
 * neighbours.
 */
const OVERLAP_CHARS = 128
const PATTERN = new RegExp(LEAK_PATTERN, 'g')

/**
 * Finds our credentials in a file of any kind, part by part, and yields each masked, with its line. It looks for texts
 * of their form whose checksum is right, so each was made by Citable, and no server needs to be asked.
 */
export async function* findLeaks(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Leak> {
  let held = ''
  let line = 1
  /** The number of characters of `held` that were searched before. */
  let seen = 0
  const leaksUpTo = function* (end: number): Generator<Leak> {
    for (const { 0: text, index } of held.matchAll(PATTERN)) {
      const family = tokenFamily(text)
      const after = index + text.length
      if (family === undefined || after < seen || after >= end) continue
      yield { line: line + countLines(held.slice(0, index)), family, masked: maskToken(text) }
    }
  }
  for await (const part of parts) {
    // Every byte is read as a character. In UTF-16, each character of a credential comes with a zero byte, which is
    // dropped.
    held += Buffer.from(part).toString('latin1').replaceAll('\0', '')
    yield* leaksUpTo(held.length)
    const dropped = Math.max(0, held.length - OVERLAP_CHARS)
    line += countLines(held.slice(0, dropped))
    held = held.slice(dropped)
    seen = held.length
  }
  // At the end of a part more letters could have followed.
  yield* leaksUpTo(Number.POSITIVE_INFINITY)
}

const countLines = (text: string): number => text.split('\n').length - 1
