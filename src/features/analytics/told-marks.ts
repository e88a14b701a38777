import * as z from 'zod'
import { dayToIso } from '../../lib/time/zone.ts'
import type { SiteMark } from '../../kernel/verdicts/site-marks.ts'

/** The known dates of the site and of the world, from the first to the last day that a comparison covers. */
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

/** The most marks that an answer shows; of more, the latest. */
const MAX_MARKS = 50

export const toldMarks = (marks: readonly SiteMark[]): ToldMarks =>
  marks.slice(-MAX_MARKS).map(({ day, kind, text, source }) => ({
    day: dayToIso(day),
    kind,
    text,
    source: source ?? null,
  }))
