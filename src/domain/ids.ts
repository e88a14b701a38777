import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz' // Crockford base32, lower case

export type IdPrefix =
  | 'org'
  | 'usr'
  | 'ses'
  | 'key'
  | 'site'
  | 'pg'
  | 'aud'
  | 'req'
  | 'evt'
  | 'top'
  | 'job'
  | 'rul'
  | 'prm'
  | 'mem'
  | 'inv'
  | 'dom'
  | 'whk'
  | 'dlv'
  | 'crd'
  | 'cli'
  | 'orq'
  | 'cq'
  | 'run'
  | 'chk'

/**
 * Makes an id: `prefix_` + 26 characters that sort by time: 48 bits of epoch milliseconds, 80 random bits (a ULID in
 * lower case).
 */
export function newId(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${encodeTime(atMs)}${encodeRandom()}`
}

/** Makes the reversible id of a question from its time and its sequence number: `qst_` + 20 characters. */
export function questionId(atMs: number, seq: number): string {
  return `qst_${encode48(atMs)}${encode48(seq)}`
}

export function parseQuestionId(id: string): { atMs: number; seq: number } | undefined {
  const match = /^qst_([0-9a-hjkmnp-tv-z]{10})([0-9a-hjkmnp-tv-z]{10})$/.exec(id)
  const [, time, seq] = match ?? []
  return time && seq ? { atMs: decode48(time), seq: decode48(seq) } : undefined
}

/**
 * Writes a number of up to 48 bits as ten base32 characters, which hold 50 bits; the arithmetic stays below 2^53, so
 * doubles are exact.
 */
function encode48(value: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < 10; i++) {
    text = ALPHABET.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

const decode48 = (text: string): number =>
  Array.from(text).reduce((value, char) => value * 32 + ALPHABET.indexOf(char), 0)

let lastTime = { atMs: -1, text: '' }

/** Returns the part of an id that holds its time; it is cached, since ids of one millisecond share it. */
function encodeTime(atMs: number): string {
  if (lastTime.atMs !== atMs) lastTime = { atMs, text: encode48(atMs) }
  return lastTime.text
}

let pool = Buffer.alloc(0)
let used = 0

/** Returns 16 random base32 characters. Bytes are drawn 4 KiB at a time, because one draw costs more than the id. */
function encodeRandom(): string {
  if (used + 16 > pool.length) {
    pool = randomBytes(4096)
    used = 0
  }
  let text = ''
  for (let i = 0; i < 16; i++) text += ALPHABET.charAt((pool[used++] ?? 0) & 31)
  return text
}

const SHORT_LENGTH = 6

/**
 * Shortens an id for a list to its last six characters, which are random: among some hundred ids hardly two are the
 * same.
 */
export const shortId = (id: string): string => id.slice(-SHORT_LENGTH)

/** True for a text of the form that `shortId` makes. */
export const isShortId = (text: string): boolean => /^[0-9a-hjkmnp-tv-z]{6}$/.test(text)
