import { hash } from 'node:crypto'

/** The bytes of a hash by which equal wordings of one site are recognised: 48 bits. */
const HASH_BYTES = 6

/** Matches marks that end or divide sentences, quote, or bracket: writers set them or leave them out at will. */
const MARKS = /[\p{Terminal_Punctuation}\p{Quotation_Mark}\p{Ps}\p{Pe}¿¡]+/gu
/** Matches dashes that join words; one before a number does not. */
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

/** Returns the hash that was stored with a question before there were wordings. */
export const hashOfText = (text: string): Buffer => hashed(text.toLowerCase())

const hashed = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, HASH_BYTES)
