import { STOP_WORD_LANGUAGES, stopWordsOf } from '../../domain/prompts/stop-words.ts'
import { hasCjkRuns } from '../../domain/search/cjk-segmentation.ts'

const WORD = /[\p{L}\p{N}]+/gu
const MAX_WORDS = 60
const RUN_LANGUAGES: ReadonlySet<string> = new Set(['ja', 'zh', 'ko'])

/** True for a question whose joining words are plainly those of another language; a few words alone tell nothing. */
export function isInOtherLanguage(question: string, language: string): boolean {
  const own = language.slice(0, 2)
  if (hasCjkRuns(question)) return !RUN_LANGUAGES.has(own)
  const words = (question.toLowerCase().match(WORD) ?? []).slice(0, MAX_WORDS)
  const joining = (name: string): number => {
    const list = stopWordsOf(name)
    return words.filter((word) => list.has(word)).length
  }
  const most = Math.max(...STOP_WORD_LANGUAGES.filter((name) => name !== own).map(joining))
  return most > joining(own) + 1
}
