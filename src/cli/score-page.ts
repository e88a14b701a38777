import { systemClock } from '../core/clock.ts'
import { toScore, type Score } from '../core/ai-score/score.ts'
import { FetchError } from '../net/fetch-error.ts'
import { CliError } from './cli-error.ts'
import type { Result, Values } from './commands.ts'
import { withServices } from './with-services.ts'

/** Lines of what a check found. */
const MAX_DETAILS = 3

const MARKS = { pass: '✓', warn: '!', fail: '✗', na: '·', error: '?' } as const

/** Scores one page and says what to mend, worst first. */
export function scorePage(_: Values, [target]: readonly string[]): Promise<Result> {
  if (target === undefined) return Promise.reject(new CliError('Usage: citable score URL'))
  return withServices(async ({ context }) => {
    const url = target.includes('://') ? target : `https://${target}`
    const observation = await context
      .observe({ url, audience: 'known' })
      .catch((error: unknown) => {
        if (error instanceof FetchError) throw new CliError(error.message, { cause: error })
        throw error
      })
    const score = toScore(observation)
    const lost = score.checks.filter(({ lostPoints }) => lostPoints > 0)
    const lines = lost.flatMap(({ id, title, status, lostPoints, fix, evidence }) => [
      `${MARKS[status]} ${id} ${title} (−${lostPoints})`,
      ...shown(evidence.details).map((line) => `    ${line}`),
      `    → ${fix}`,
    ])
    const kept = score.checks.filter(({ status }) => status === 'pass').map(({ id }) => id)
    return {
      data: { url, checkedAt: new Date(systemClock()).toISOString(), ...score },
      text: [
        `${url}: ${score.score} of 100, grade ${score.grade}, level ${score.level} of 5`,
        ...score.caps.map(({ maxScore, reason }) => `At most ${maxScore}: ${reason}`),
        ...(score.weightJudged < 100 ? [judged(score)] : []),
        ...lines,
        `✓ ${kept.join(' ')}`,
      ].join('\n'),
    }
  })
}

/** The worst come first; all of them are in the data. */
const shown = (details: readonly string[]): string[] =>
  details.length <= MAX_DETAILS
    ? [...details]
    : [...details.slice(0, MAX_DETAILS - 1), `and ${details.length - MAX_DETAILS + 1} more`]

/** A score of a few checks must not pass for that of a page. */
const judged = ({ weightJudged }: Score): string =>
  `Judged by ${weightJudged} of 100 points; the other checks do not apply or had no answer`
