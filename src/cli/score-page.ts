import { readConfig } from '../server/config.ts'
import { pageFaultOf } from '../domain/ai-score/fault.ts'
import { toScore, type Score } from '../domain/ai-score/score.ts'
import { iso, systemClock } from '../lib/time/clock.ts'
import { PRIVATE_HINT } from '../kernel/names/private-hint.ts'
import { FetchError } from '../net/fetch-error.ts'
import { openScoring } from '../server/scoring.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { cliLogger } from './cli-logger.ts'

/** The most lines of details that are shown for a check. */
const MAX_DETAILS = 3

const MARKS = { pass: '✓', warn: '!', fail: '✗', na: '·', error: '?' } as const

/** Scores one page and says what to mend, worst first. It stores nothing. */
export const scorePageCommand: RunCommand = async ({ positionals: [target = ''] }) => {
  const config = readConfig()
  await using scoring = openScoring(config, systemClock, cliLogger(config))
  const url = target.includes('://') ? target : `https://${target}`
  const observation = await scoring.observe(url).catch((error: unknown) => {
    if (!(error instanceof FetchError)) throw error
    const hint = error.code === 'BLOCKED_ADDRESS' ? `; ${PRIVATE_HINT}` : ''
    throw new CliError(`${error.message}${hint}`, { cause: error })
  })
  const score = toScore(observation)
  return {
    data: { url, checkedAt: iso(systemClock()), ...score },
    text: formatScore(url, score),
  }
}

function formatScore(url: string, score: Score): string {
  const lost = score.checks.filter(({ lostPoints }) => lostPoints > 0)
  const kept = score.checks.filter(({ status }) => status === 'pass').map(({ id }) => id)
  return [
    `${url}: ${score.score} of 100, grade ${score.grade}, level ${score.level} of 5`,
    ...score.caps.map(({ maxScore, reason }) => `At most ${maxScore}: ${reason}`),
    ...(score.weightJudged < 100 ? [formatCoverage(score)] : []),
    ...lost.flatMap(({ id, title, status, lostPoints, fix, evidence }) => [
      `${MARKS[status]} ${id} ${pageFaultOf({ id, title })} (−${lostPoints})`,
      ...formatDetails(evidence.details).map((line) => `    ${line}`),
      `    → ${fix}`,
    ]),
    `✓ ${kept.join(' ')}`,
  ].join('\n')
}

/** Formats the first details, which are the worst; the JSON has all of them. */
const formatDetails = (details: readonly string[]): string[] =>
  details.length <= MAX_DETAILS
    ? [...details]
    : [...details.slice(0, MAX_DETAILS - 1), `and ${details.length - MAX_DETAILS + 1} more`]

/**
 * Says how much of the score could be judged, so that the score of a few checks does not look like that of a whole
 * page.
 */
const formatCoverage = ({ weightJudged }: Score): string =>
  `Judged by ${weightJudged} of 100 points; the other checks do not apply or had no answer`
