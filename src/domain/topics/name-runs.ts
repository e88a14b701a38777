import type { QuestionWord } from './question-words.ts'

/** Words that stand inside names: `Duke of Normandy`, `Ludwig von Nassau`. */
const JOINING = new Set('of de du des del da di do dos von van der den la le y e'.split(' '))
const MAX_NAMES = 4
/** Where most words have a capital, as in titles, it tells nothing of names. */
const MOST = 0.6

/** Finds the names of several words, each whole, with the words that join their parts. */
export function nameRuns(words: readonly QuestionWord[]): QuestionWord[][] {
  const capitals = words.filter(({ isName }) => isName).length
  if (words.length > MAX_NAMES && capitals > words.length * MOST) return []
  const runs: QuestionWord[][] = []
  for (let at = 0; at < words.length;) {
    const run = nameAt(words, at)
    at += Math.max(1, run.length)
    const parts = run.filter(({ isName }) => isName).length
    if (parts > 1 && parts <= MAX_NAMES && run.every(isShown)) runs.push(run)
  }
  return runs
}

const isShown = ({ isStop, isName }: QuestionWord): boolean => !isName || !isStop

function nameAt(words: readonly QuestionWord[], start: number): QuestionWord[] {
  if (words[start]?.isName !== true) return []
  let end = start + 1
  for (;;) {
    let next = end
    while (JOINING.has(words[next]?.text ?? '')) next += 1
    if (words[next]?.isName !== true) return words.slice(start, end)
    end = next + 1
  }
}
