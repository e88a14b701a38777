import { readConfig } from '../server/config.ts'
import { toScore, type Score } from '../domain/ai-score/score.ts'
import { iso, systemClock } from '../lib/time/clock.ts'
import { PRIVATE_HINT } from '../kernel/private-hint.ts'
import { FetchError } from '../net/fetch-error.ts'
import { openScoring } from '../server/scoring.ts'
import { CliError } from './cli-error.ts'
import type { Input, Result } from './command.ts'
import { logOf } from './log-of.ts'

/** Lines of what a check found. */
const MAX_DETAILS = 3

const MARKS = { pass: '✓', warn: '!', fail: '✗', na: '·', error: '?' } as const

/** Scores one page and says what to mend, worst first; nothing is stored. */
export async function scorePage({ positionals: [target = ''] }: Input): Promise<Result> {
  const config = readConfig()
  await using scoring = openScoring(config, systemClock, logOf(config))
  const url = target.includes('://') ? target : `https://${target}`
  const observation = await scoring.observe(url).catch((error: unknown) => {
    if (!(error instanceof FetchError)) throw error
    const hint = error.code === 'BLOCKED_ADDRESS' ? `; ${PRIVATE_HINT}` : ''
    throw new CliError(`${error.message}${hint}`, { cause: error })
  })
  const score = toScore(observation)
  return {
    data: { url, checkedAt: iso(systemClock()), ...score },
    text: textOf(url, score),
  }
}

function textOf(url: string, score: Score): string {
  const lost = score.checks.filter(({ lostPoints }) => lostPoints > 0)
  const kept = score.checks.filter(({ status }) => status === 'pass').map(({ id }) => id)
  return [
    `${url}: ${score.score} of 100, grade ${score.grade}, level ${score.level} of 5`,
    ...score.caps.map(({ maxScore, reason }) => `At most ${maxScore}: ${reason}`),
    ...(score.weightJudged < 100 ? [judged(score)] : []),
    ...lost.flatMap(({ id, title, status, lostPoints, fix, evidence }) => [
      `${MARKS[status]} ${id} ${title} (−${lostPoints})`,
      ...shown(evidence.details).map((line) => `    ${line}`),
      `    → ${fix}`,
    ]),
    `✓ ${kept.join(' ')}`,
  ].join('\n')
}

/** The worst come first; all of them are in the data. */
const shown = (details: readonly string[]): string[] =>
  details.length <= MAX_DETAILS
    ? [...details]
    : [...details.slice(0, MAX_DETAILS - 1), `and ${details.length - MAX_DETAILS + 1} more`]

/** A score of a few checks must not pass for that of a page. */
const judged = ({ weightJudged }: Score): string =>
  `Judged by ${weightJudged} of 100 points; the other checks do not apply or had no answer`
