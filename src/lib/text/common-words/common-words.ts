import { readFile } from 'node:fs/promises'
import { isAscii } from '../is-ascii.ts'

/** Languages whose commonest words are known, by their two letters. */
const LANGUAGES: ReadonlySet<string> = new Set('de en es fr it ja ko nl pl pt sv tr zh'.split(' '))

const NONE: ReadonlySet<string> = new Set()

const reading = new Map<string, Promise<ReadonlySet<string>>>()

/**
 * Reads the commonest words of a language, at most 20,000, in lower case and as `withoutAccents` writes them; none for a
 * language that is not known. A list takes a megabyte of memory, so each is read when it is first asked for.
 */
export function commonWordsOf(language: string): Promise<ReadonlySet<string>> {
  const known = reading.get(language)
  if (known) return known
  const words = LANGUAGES.has(language) ? readWords(language) : Promise.resolve(NONE)
  reading.set(language, words)
  return words
}

/** Matches a word of a list: the number of letters that it begins with like the word before, and its other letters. */
const SHARED_AND_REST = /(\d)([^\d\n]*)/g

async function readWords(language: string): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL(`words-${language}.txt`, import.meta.url), 'utf8')
  const words = new Set<string>()
  let last = ''
  for (const [, shared, rest = ''] of text.matchAll(SHARED_AND_REST)) {
    last = last.slice(0, Number(shared)) + rest
    words.add(withoutAccents(last))
  }
  return words
}

/** Writes a word as people do who leave its accents out: `también` is `tambien`. */
export const withoutAccents = (word: string): string =>
  isAscii(word) ? word : word.normalize('NFD').replaceAll(ACCENTS, '').normalize('NFC')

const ACCENTS = /[\u0300-\u036F]/g
