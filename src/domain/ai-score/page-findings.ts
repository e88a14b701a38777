import * as z from 'zod'
import { CAP_IDS, type Cap } from './caps.ts'
import { readLetters, toLetters, type CheckStatus } from './finding.ts'
import { RUBRIC, type CheckId } from './rubric.ts'
import type { Score } from './score.ts'
import { JUDGED_BY, JUDGED_PREFIX } from './rubric-version.ts'
import { earnedShare } from './weight-checks.ts'

/** What a page's score is made of. */
export interface PageFindings {
  /** The status of each check, in the order of the rubric; a check that was not made is `na`. */
  found: readonly CheckStatus[]
  /** The limits of the whole score that apply, lowest first. */
  caps: readonly Cap['id'][]
}

/** A check that lost points on a page, with the advice of the rubric. */
export interface LostCheck {
  id: CheckId
  title: string
  status: CheckStatus
  lostPoints: number
  fix: string
}

const Stored = z.object({
  by: z.literal(JUDGED_BY),
  found: z.string().length(RUBRIC.length),
  caps: z.array(z.enum(CAP_IDS)),
})

/** Extracts from a score what it is made of. */
export function findingsOf({ checks, caps }: Score): PageFindings {
  const statuses = new Map(checks.map(({ id, status }) => [id, status]))
  return {
    found: RUBRIC.map(({ id }) => statuses.get(id) ?? 'na'),
    caps: caps.map(({ id }) => id),
  }
}

/** Writes findings as JSON of some hundred bytes, which begins with `FINDINGS_PREFIX` and a letter for each check. */
export function writeFindings({ found, caps }: PageFindings): string {
  const stored: z.input<typeof Stored> = {
    by: JUDGED_BY,
    found: toLetters(found),
    caps: [...caps],
  }
  return JSON.stringify(stored)
}

/** The beginning of all findings that this version of the rubric writes; the letters of its checks follow. */
export const FINDINGS_PREFIX = `${JUDGED_PREFIX}"found":"`

/** The place of a check's letter in stored findings, counted from 1 as SQL does. */
export const letterPlace = (id: CheckId): number =>
  FINDINGS_PREFIX.length + 1 + RUBRIC.findIndex((check) => check.id === id)

/** The place of the first letter in stored findings, and the number of letters. */
export const LETTERS_AT = { from: FINDINGS_PREFIX.length + 1, length: RUBRIC.length }

/** The letters of findings that an owner can mend. */
export const LOST_LETTERS: readonly string[] = toLetters(['warn', 'fail']).split('')

/** Parses stored findings; undefined where there are none, or another version of the rubric wrote them. */
export function readFindings(json: string | null): PageFindings | undefined {
  if (!json?.startsWith(FINDINGS_PREFIX)) return undefined
  const { found, caps } = Stored.parse(JSON.parse(json))
  return { found: readLetters(found), caps }
}

/** Lists the checks that lost points, those that lost most first, then in the order of the rubric. */
export const lostChecks = ({ found }: PageFindings): LostCheck[] =>
  RUBRIC.flatMap((check, i) => {
    const { id, title, weight, fix } = check
    const status = found[i] ?? 'na'
    const share = earnedShare(check, status)
    if (share === undefined || share === 1) return []
    return [{ id, title, status, lostPoints: weight * (1 - share), fix }]
  }).toSorted((a, b) => b.lostPoints - a.lostPoints)
