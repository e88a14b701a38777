import type { SiteDb } from '../../../db/site-db.ts'
import { isForOthers } from '../../domain/prompts/readers-questions.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { DAY_MS } from '../../lib/time/clock.ts'

/** What readers asked on pages, by page number, most askers first. */
export type AskedHere = ReadonlyMap<number, readonly string[]>

/** What readers of half a year asked is still asked today. */
const DAYS = 180
/** Questions that are read of a page, since not all of them are for others. */
const PER_PAGE = 10
const MAX_QUESTIONS = 20_000

/**
 * Reads what at least five people asked on each page of a site, in one query. None while the site does not keep the
 * words of questions, although there may be some from before.
 */
export async function readAskedHere({ row, questions }: SiteDb, now: number): Promise<AskedHere> {
  const byPage = new Map<number, string[]>()
  if (row.question_mode !== 'full') return byPage
  const fromMs = now - DAYS * DAY_MS
  const limits = { minAskers: MIN_ASKERS, perPage: PER_PAGE, limit: MAX_QUESTIONS }
  for (const { pageNum, text } of await questions.oftenAsked({ fromMs, ...limits })) {
    if (isForOthers(text)) byPage.set(pageNum, [...(byPage.get(pageNum) ?? []), text])
  }
  return byPage
}
