import * as z from 'zod'
import { dayToIso } from '../../lib/time/zone.ts'
import type { SiteMark } from '../../kernel/verdicts/site-marks.ts'

/** Known dates of the site and of the world between the first and the last day that is compared. */
export const ToldMarks = z
  .array(
    z.object({
      day: z.string(),
      kind: z.string(),
      text: z.string(),
      source: z.string().nullable().describe('An address, of a date of the world'),
    }),
  )
  .describe('Known dates in the days that are compared, oldest first')
type ToldMarks = z.input<typeof ToldMarks>

/** Marks that an answer tells; the latest of more. */
const MAX_MARKS = 50

export const toldMarks = (marks: readonly SiteMark[]): ToldMarks =>
  marks.slice(-MAX_MARKS).map(({ day, kind, text, source }) => ({
    day: dayToIso(day),
    kind,
    text,
    source: source ?? null,
  }))
