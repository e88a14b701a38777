import { hash } from 'node:crypto'

/** Equal wordings of one site are recognised by 48 bits of a hash. */
const HASH_BYTES = 6

/** Marks that end or divide sentences, quote, or bracket: they are written or left out at will. */
const MARKS = /[\p{Terminal_Punctuation}\p{Quotation_Mark}\p{Ps}\p{Pe}¿¡]+/gu
/** A dash joins words, where it does not stand before a number. */
const DASHES = /\p{Dash}+(?!\p{N})/gu
const SPACES = /[\p{White_Space}\p{Cc}\p{Cf}]+/gu

/**
 * Reads the words of a question without their case, spaces and marks: questions that are then equal have one wording.
 * Signs that tell words apart (`C#`, `50 %`) stay; a question of marks alone is itself.
 */
export function wordingOf(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase()
  const words = lower.replaceAll(MARKS, ' ').replaceAll(DASHES, ' ').replaceAll(SPACES, ' ').trim()
  return words === '' ? lower.replaceAll(SPACES, ' ').trim() : words
}

export const hashOfWording = (text: string): Buffer => hashed(wordingOf(text))

/** The hash that was stored with a question before there were wordings. */
export const hashOfText = (text: string): Buffer => hashed(text.toLowerCase())

const hashed = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, HASH_BYTES)
