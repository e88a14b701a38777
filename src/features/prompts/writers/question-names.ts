import { stopWordsOf } from '../../../domain/prompts/stop-words.ts'
import { hasUnspaced } from '../../../domain/prompts/segment-words.ts'

const WORD = /[\p{L}\p{M}\p{N}]+/gu
const CAPITAL = /\p{Lu}/u
const WITH_DIGITS = /\d/
const QUOTED = /["“„«»「『‘](?! )([^"“”„«»「」『』’]{1,80})(?<! )["”“»«」』’]/gu
/** Matches a foreign word in a text without spaces: Latin letters, or katakana, which spell names. */
const FOREIGN =
  /\p{Script=Latin}[\p{Script=Latin}\p{N}]*(?:[ .&+-][\p{Script=Latin}\p{N}]+)*|[\p{Script=Katakana}ー]{2,}/gu

/** The names in a question, each of which must be on the page. */
export interface SpokenNames {
  /**
   * The texts in quotation marks, and the words with a capital or a digit, joined where they follow each other as in
   * `Marie Curie`; in a text without spaces between words, the foreign words in their place.
   */
  names: string[]
  /**
   * The first word, which may be a name but mostly is a question word; undefined in a text without spaces between
   * words.
   */
  first: string | undefined
}

export function namesIn(question: string, language: string): SpokenNames {
  const quoted = [...question.matchAll(QUOTED)].flatMap(([, text]) => text ?? [])
  if (hasUnspaced(question)) {
    return { names: [...quoted, ...(question.match(FOREIGN) ?? [])], first: undefined }
  }
  const small = stopWordsOf(language)
  const isName = (word: string): boolean =>
    (CAPITAL.test(word) && !small.has(word.toLowerCase())) ||
    (WITH_DIGITS.test(word) && /\p{L}/u.test(word))
  const names: string[] = []
  let end = -1
  const [first, ...words] = question.matchAll(WORD)
  for (const { 0: word, index } of words) {
    if (!isName(word)) continue
    const joins = end >= 0 && question.slice(end, index) === ' '
    if (joins) names.push(`${names.pop() ?? ''} ${word}`)
    else names.push(word)
    end = index + word.length
  }
  const asks = first?.[0]
  return {
    names: [...quoted, ...names],
    first:
      asks !== undefined && CAPITAL.test(asks) && !small.has(asks.toLowerCase()) ? asks : undefined,
  }
}
