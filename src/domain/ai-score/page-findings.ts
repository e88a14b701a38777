import * as z from 'zod'
import { CAP_IDS, type Cap } from './caps.ts'
import {
  CHECK_STATUSES_LOST,
  isLost,
  readLetters,
  toLetters,
  whyOf,
  type CheckFinding,
  type CheckStatus,
} from './finding.ts'
import { byHarm } from './harm.ts'
import { RUBRIC, type CheckId } from './rubric.ts'
import type { Score } from './score.ts'
import { JUDGED_BY, JUDGED_PREFIX } from './rubric-version.ts'
import { earnedShare } from './weight-checks.ts'

/** The findings that a page's score is made of. */
export interface PageFindings {
  /** The status of each check, in the order of the rubric; a check that was not made is `na`. */
  found: readonly CheckStatus[]
  /** The limits of the whole score that apply, lowest first. */
  caps: readonly Cap['id'][]
  /** The evidence of checks that lost points, by their ids; text of the page may stand in it. */
  why: Readonly<Record<string, string>>
}

/** A check that lost points on a page, with the advice of the rubric. */
export interface LostCheck {
  id: CheckId
  title: string
  status: CheckStatus
  lostPoints: number
  fix: string
  /** The fault of a page that does not pass. */
  fault: string
  /** The evidence that was seen, with text of the page. */
  evidence?: string
}

export const Whys = z.record(z.string(), z.string())

/** Returns the evidence of the checks that lose points, by their ids. */
export const whysOf = (
  found: readonly { id: string; finding: CheckFinding }[],
): Record<string, string> =>
  Object.fromEntries(
    found.flatMap(({ id, finding }) =>
      isLost(finding.status) ? [[id, whyOf(finding.evidence)]] : [],
    ),
  )

const Stored = z.object({
  by: z.literal(JUDGED_BY),
  found: z.string().length(RUBRIC.length),
  caps: z.array(z.enum(CAP_IDS)),
  why: Whys,
})

/** Extracts the findings that a score is made of. */
export function findingsOf({ checks, caps }: Score): PageFindings {
  const statuses = new Map(checks.map(({ id, status }) => [id, status]))
  return {
    found: RUBRIC.map(({ id }) => statuses.get(id) ?? 'na'),
    caps: caps.map(({ id }) => id),
    why: whysOf(checks.map(({ id, ...finding }) => ({ id, finding }))),
  }
}

/**
 * Writes findings as JSON of a thousand bytes or less for most pages, which begins with `FINDINGS_PREFIX` and a letter
 * for each check.
 */
export function writeFindings({ found, caps, why }: PageFindings): string {
  const stored: z.input<typeof Stored> = {
    by: JUDGED_BY,
    found: toLetters(found),
    caps: [...caps],
    why,
  }
  return JSON.stringify(stored)
}

/** The beginning of all findings that this version of the rubric writes; the letters of its checks follow. */
export const FINDINGS_PREFIX = `${JUDGED_PREFIX}"found":"`

/** Returns the place of a check's letter in stored findings, counted from 1 as SQL does. */
export const letterPlace = (id: CheckId): number =>
  FINDINGS_PREFIX.length + 1 + RUBRIC.findIndex((check) => check.id === id)

/** The place of the first letter in stored findings, and the number of letters. */
export const LETTERS_AT = { from: FINDINGS_PREFIX.length + 1, length: RUBRIC.length }

/** The letters of the statuses that lose points, `warn` and `fail`. */
export const LOST_LETTERS: readonly string[] = toLetters(['warn', 'fail']).split('')

/** Returns a list with the letter of a status that loses points; an empty one for another word. */
export const lettersOf = (status: string): readonly string[] =>
  CHECK_STATUSES_LOST.flatMap((lost) => (lost === status ? toLetters([lost]) : []))

/** Parses stored findings; undefined where nothing is stored, or another version of the rubric wrote the findings. */
export function readFindings(json: string | null): PageFindings | undefined {
  if (!json?.startsWith(FINDINGS_PREFIX)) return undefined
  const { found, caps, why } = Stored.parse(JSON.parse(json))
  return { found: readLetters(found), caps, why }
}

/** Lists the checks that lost points: by harm, then by points, then in the order of the rubric. */
export const lostChecks = ({ found, why }: PageFindings): LostCheck[] =>
  RUBRIC.flatMap((check, i) => {
    const { id, title, weight, fix, fault } = check
    const status = found[i] ?? 'na'
    const share = earnedShare(check, status)
    if (share === undefined || share === 1) return []
    const evidence = why[id]
    const lostPoints = weight * (1 - share)
    return [
      { id, title, status, lostPoints, fix, fault, ...(evidence !== undefined && { evidence }) },
    ]
  }).toSorted(byHarm)
