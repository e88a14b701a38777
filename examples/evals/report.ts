import type { Answered } from './ask-questions.ts'
import { isAmongThree, isFirst, scorePicks, type Picked, type PickScore } from './pick-tools.ts'

/** The parts of all questions for which the selector must find the tool. */
export const BARS = { first: 0.75, amongThree: 0.95 }

/** The parts of all questions for which plain BM25 over the descriptions alone must find the tool. */
export const PLAIN_BARS = { first: 0.45, amongThree: 0.8 }

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`

/** Prints what the selector picks, and how often that is right; returns whether it is often enough. */
export function reportPicks(picked: readonly Picked[], print: (line: string) => void): boolean {
  print('Tools picked by the words of names, descriptions and arguments alone\n')
  for (const one of picked) {
    const { question, picks } = one
    const mark = isFirst(one) ? 'ok ' : isAmongThree(one) ? '3  ' : 'no '
    print(`${mark} ${question.question}\n      ${question.tool}: ${picks.join(' ')}`)
  }
  print('')
  return reportScores(scorePicks(picked), BARS, print)
}

/** Prints how often plain BM25 over descriptions alone is right; returns whether it is often enough. */
export function reportPlainPicks(
  picked: readonly Picked[],
  print: (line: string) => void,
): boolean {
  print('\nThe same by plain BM25 over descriptions alone, without names, titles and arguments\n')
  return reportScores(scorePicks(picked), PLAIN_BARS, print)
}

/** Prints how often both selectors are right at the one address of all tools; returns whether it is often enough. */
export function reportJoined(
  { picked, plainly }: { picked: readonly Picked[]; plainly: readonly Picked[] },
  print: (line: string) => void,
): boolean {
  print('\nBoth at the one address of all tools, which has what servers share once\n')
  const isPicked = reportScores(scorePicks(picked), BARS, print)
  return reportScores(scorePicks(plainly), PLAIN_BARS, print) && isPicked
}

function reportScores(
  scores: readonly PickScore[],
  bars: typeof BARS,
  print: (line: string) => void,
): boolean {
  for (const { name, questions, first, amongThree, ...strict } of scores) {
    print(
      `${name.padEnd(12)} ${questions} questions: first ${percent(first)}, among three ${percent(amongThree)}` +
        ` (the expected tool itself: ${percent(strict.expectedFirst)}, ${percent(strict.expectedAmongThree)})`,
    )
  }
  const [all] = scores
  return all !== undefined && all.first >= bars.first && all.amongThree >= bars.amongThree
}

/** Prints each answer next to its count; returns whether all are equal. */
export function reportAnswers(
  answered: readonly Answered[],
  print: (line: string) => void,
): boolean {
  print('\nAnswers over MCP beside counts of the raw data\n')
  const differing = answered.filter(({ told, counted }) => told !== counted)
  for (const { question, told, counted } of answered) {
    const mark = told === counted ? 'ok ' : 'no '
    print(`${mark} ${question.question}\n      ${question.tool}: ${told}, counted ${counted}`)
  }
  print(`\n${answered.length - differing.length} of ${answered.length} answers equal their count`)
  return differing.length === 0
}
