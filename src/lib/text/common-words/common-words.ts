import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAscii } from '../is-ascii.ts'

/** The languages whose most common words are known, by their two-letter codes. */
const LANGUAGES: ReadonlySet<string> = new Set('de en es fr it ja ko nl pl pt sv tr zh'.split(' '))

const NONE: ReadonlySet<string> = new Set()

const reading = new Map<string, Promise<ReadonlySet<string>>>()
const read = new Map<string, ReadonlySet<string>>()

/**
 * Returns the most common words of a language, at most 20,000, in lower case and as `withoutAccents` writes them; none
 * for a language without a list. A list takes a megabyte of memory, so each is read when it is first asked for.
 */
export function commonWordsOf(language: string): Promise<ReadonlySet<string>> {
  const known = reading.get(language)
  if (known) return known
  const words = readWords(language)
  reading.set(language, words)
  return words
}

/**
 * Returns the same words as `commonWordsOf`, synchronously. The first call for a language takes some milliseconds, so
 * only threads may make it.
 */
export function commonWordsNow(language: string): ReadonlySet<string> {
  const known = read.get(language)
  if (known) return known
  if (!LANGUAGES.has(language)) return NONE
  return keep(language, readFileSync(fileOf(language), 'utf8'))
}

/** Matches a word of a list: the number of first letters that it shares with the word before, and its other letters. */
const SHARED_AND_REST = /(\d)([^\d\n]*)/g

async function readWords(language: string): Promise<ReadonlySet<string>> {
  if (!LANGUAGES.has(language)) return NONE
  return read.get(language) ?? keep(language, await readFile(fileOf(language), 'utf8'))
}

const fileOf = (language: string): URL => new URL(`words-${language}.txt`, import.meta.url)

function keep(language: string, text: string): ReadonlySet<string> {
  const words = new Set<string>()
  let last = ''
  for (const [, shared, rest = ''] of text.matchAll(SHARED_AND_REST)) {
    last = last.slice(0, Number(shared)) + rest
    words.add(withoutAccents(last))
  }
  read.set(language, words)
  return words
}

/** Returns a word without its accents, as people often type it: `también` becomes `tambien`. */
export const withoutAccents = (word: string): string =>
  isAscii(word) ? word : word.normalize('NFD').replaceAll(ACCENTS, '').normalize('NFC')

const ACCENTS = /[\u0300-\u036F]/g
