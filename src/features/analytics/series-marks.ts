import * as z from 'zod'
import { isRoleAtLeast } from '../../kernel/door/principal.ts'
import type { ToldMark } from '../../kernel/reads/table.ts'
import type { SiteQuestion } from '../../kernel/reads/site-question.ts'
import { siteMarks, type SiteMark } from '../../kernel/verdicts/site-marks.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'
import { dayToIso, localDay } from '../../lib/time/zone.ts'

/** The most marks that a route shows, and a tool; of more, the latest are shown. */
const MAX_OF = { route: 100, tool: 20 }
/** The most ids and addresses that one mark shows. */
const MAX_NAMED = 10

const SeriesMark = z.object({
  day: z.string().describe('In the time zone of the site'),
  kind: z.string().describe('scan, rule, prompt, widget, domain, time_zone and others'),
  text: z.string(),
  times: z.int().describe('How often on this day'),
  targets: z.array(z.string()).describe('Ids of the pages or rules that were changed, at most ten'),
  people: z
    .array(z.string())
    .nullable()
    .describe('Addresses of the people who did it, to admins alone; else null'),
  source: z.string().nullable().describe('An address, of a date of the world'),
})

/** The changes on the days of a series. */
export const SeriesMarks = z
  .array(SeriesMark)
  .describe('What changed on these days, oldest first; the latest 100')
type SeriesMarks = z.input<typeof SeriesMarks>

/** Finds what changed on the days that a question is about, with the people who did it where an admin asks. */
export async function findSeriesMarks(
  { ctx, site, by }: SiteQuestion,
  { instants }: TimeRange,
): Promise<SeriesMarks> {
  const zone = site.row.timezone
  const span = { from: localDay(zone, instants.fromMs), to: localDay(zone, instants.toMs - 1) + 1 }
  const marks = (await siteMarks(site, span)).slice(-MAX_OF[by])
  const { principal } = ctx
  const isAdmin = principal.kind === 'session' && isRoleAtLeast(principal.role, 'admin')
  const ids = isAdmin ? [...new Set(marks.flatMap(({ people = [] }) => people))] : []
  const addresses = await ctx.db.audit.addressesOf(ids)
  return marks.map((mark) => toSeriesMark(mark, isAdmin ? addresses : undefined))
}

const toSeriesMark = (
  { day, kind, text, times = 1, targets = [], people = [], source = '' }: SiteMark,
  addresses: ReadonlyMap<string, string> | undefined,
): z.input<typeof SeriesMark> => ({
  day: dayToIso(day),
  kind,
  text,
  times,
  targets: targets.slice(0, MAX_NAMED),
  people: addresses ? people.slice(0, MAX_NAMED).flatMap((id) => addresses.get(id) ?? []) : null,
  source: source === '' ? null : source,
})

/** Shortens marks for a tool's answer, which shows neither kind, targets nor source. */
export const toToolMarks = (marks: SeriesMarks): ToldMark[] =>
  marks.map(({ day, text, times, people }) => ({
    day,
    text: times === 1 ? text : `${text}, ${times} times`,
    ...(people && people.length > 0 && { by: people }),
  }))
