import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { ANY_KIND } from '../../domain/events/event-kinds.ts'
import { figuresFor, type PublishedFigures } from '../../domain/verdicts/published-figures.ts'
import { localDay } from '../../lib/time/zone.ts'

const DAYS = 28

/** The published rates of error of verdicts on weeks, and how often they see a fall, for sites of this size. */
export const VerdictFigures = z
  .object({
    perDay: z.number().describe('Readers a day, at least, of the sites that were tried'),
    wrongOf100: z.number().describe('Quiet weeks of 100 that are called unusual'),
    fallSeenOf100: z.number().describe('Weeks of 100 in which a fall by four tenths is seen'),
  })
  .nullable()
  .describe('As docs/verdicts.md shows them; null for a site that is smaller than any tried')

/** Finds the published figures for a site of this size, by its readers a day in the last 28 whole days. */
export async function figuresOfSite(site: SiteDb, now: number): Promise<PublishedFigures | null> {
  const today = localDay(site.row.rollup_timezone, now)
  const { firstDay = today } = await site.dataSpan()
  const from = Math.max(firstDay, today - DAYS)
  if (from >= today) return null
  const counted = await site.countByKind({ from, to: today })
  return figuresFor((counted.get(ANY_KIND)?.readers ?? 0) / (today - from)) ?? null
}

export const figureWords = ({ perDay, wrongOf100, fallSeenOf100 }: PublishedFigures): string =>
  `from ${perDay} readers a day: ${wrongOf100} of 100 quiet weeks are called unusual, a fall by four tenths is seen in ${fallSeenOf100} of 100; docs/verdicts.md`
