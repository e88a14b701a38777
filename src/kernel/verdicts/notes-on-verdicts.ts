import { pluralize } from '../../lib/text/pluralize.ts'
import { dayToIso } from '../../lib/time/zone.ts'
import { MAX_LOOKED_AT } from '../../domain/verdicts/judge-list.ts'
import type { JudgedChange } from './judged-change.ts'
import type { SiteMark } from './site-marks.ts'

interface Verdicts {
  changes: readonly JudgedChange[]
  /** The number of changes that were compared with each other. */
  lookedAt: number
  marks: readonly SiteMark[]
  /** True where a range includes today, which verdicts leave out. */
  hasToday: boolean
}

/** Returns notes on what the verdicts of an answer are based on, and on why some are missing. */
export function notesOnVerdicts({ changes, lookedAt, marks, hasToday }: Verdicts): string[] {
  const isJudged = changes.some(({ usual }) => usual !== null)
  return [
    ...(hasToday && isJudged ? ['verdicts leave today out, on both sides'] : []),
    ...(lookedAt > 1
      ? [
          `${lookedAt} changes were judged together, so that about one in ten at most is called unusual by chance; one may be so alone and not here`,
        ]
      : []),
    ...WITHOUT_VERDICT.flatMap(({ reason, text }) =>
      changes.some((one) => one.reason === reason) ? [text] : [],
    ),
    ...noteOnHistory(changes),
    ...noteOnMarks(marks),
  ]
}

const WITHOUT_VERDICT: readonly { reason: JudgedChange['reason']; text: string }[] = [
  { reason: 'hours', text: 'not judged: verdicts are on whole days that are over' },
  {
    reason: 'gap',
    text: 'counted differently: on some days of the two ranges nothing was counted, where events were to be expected',
  },
  {
    reason: 'mark',
    text: 'counted differently: the way of counting changed within or between the two ranges',
  },
  {
    reason: 'range_too_long',
    text: 'never judged: the plan does not keep daily sums for as long as eight such ranges',
  },
  {
    reason: 'raw_events',
    text: 'some changes are not judged: their past is in single events alone',
  },
  {
    reason: 'not_looked_at',
    text: `some changes are not judged: only the ${MAX_LOOKED_AT} largest are, and no sums of very many sites`,
  },
  {
    reason: 'back_to_before',
    text: 'back_to_before: the range before was unusual, and that is over',
  },
  { reason: 'as_last_year', text: 'as_last_year: the same weeks of last year changed alike' },
]

function noteOnHistory(changes: readonly JudgedChange[]): string[] {
  const short = changes.filter(({ verdict }) => verdict === 'short_history')
  const [first] = short.flatMap(({ judgedFrom }) => judgedFrom ?? []).toSorted()
  if (short.length === 0 || first === undefined) return []
  return [`not judged yet: verdicts need eight past changes, which are known from ${first} on`]
}

const MAX_MARKS = 6

function noteOnMarks(marks: readonly SiteMark[]): string[] {
  if (marks.length === 0) return []
  const told = marks.slice(-MAX_MARKS).map(({ day, text }) => `${dayToIso(day)} ${text}`)
  const left = marks.length - told.length
  const others = left > 0 ? `; and ${pluralize(left, 'earlier date')}` : ''
  return [
    `in these days, which may or may not have to do with a change: ${told.join('; ')}${others}`,
  ]
}
