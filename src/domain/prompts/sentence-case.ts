import type { PageLead } from '../page/page-leads.ts'

const MIN_WORDS = 2
/** Shorter ones stay small in titles. */
const MIN_LETTERS = 4
/** The verb of a question is small already. */
const TITLE_SHARE = 0.6
const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu
/** Words in a row behind another one that begin with a capital. */
const CAPITALS = /(?<=[\p{L}\p{M}] )\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*)*/gu

/**
 * A question made of a heading in which each word has a capital, with the small letters that the text mostly has where it
 * uses the same words: `How do I read Tide Tables?`. Names keep theirs with all of their words, and German nouns.
 */
export function inSentenceCase(
  question: string,
  leads: readonly Pick<PageLead, 'text'>[],
  language: string,
): string {
  if (language === 'de' || !isInTitleCase(question)) return question
  const used = leads.flatMap(({ text }) => text.match(WORD) ?? [])
  const times = (word: string): number => used.filter((one) => one === word).length
  const isSmall = (word: string): boolean => times(word.toLowerCase()) > times(word)
  return question.replace(CAPITALS, (words) =>
    words.split(' ').every(isSmall) ? words.toLowerCase() : words,
  )
}

function isInTitleCase(question: string): boolean {
  const [, ...words] = question.match(WORD) ?? []
  const long = words.filter(({ length }) => length >= MIN_LETTERS)
  const share = long.filter(isCapital).length / long.length
  return words.filter(isCapital).length >= MIN_WORDS && share >= TITLE_SHARE
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word)
