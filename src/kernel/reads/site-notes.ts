import type { SiteDb } from '../../../db/site-db.ts'
import { dayToIso, localDay } from '../../lib/time/zone.ts'

/** The data of a site that the rows of an answer depend on. */
export type Ground = 'questions' | 'scan'

/** Returns notes on the data of a site that is missing, since it is not kept or has not come yet. */
export async function notesOnSite(site: SiteDb, grounds: readonly Ground[]): Promise<string[]> {
  const notes: string[] = []
  for (const ground of grounds) notes.push(...(await NOTES[ground](site)))
  return notes
}

const NOTES: Readonly<Record<Ground, (site: SiteDb) => Promise<string[]> | string[]>> = {
  questions: notesOnQuestionMode,
  scan: notesOnScans,
}

/** Returns a note where a site keeps no questions, or no words of them; otherwise an empty list. */
export function notesOnQuestionMode({ row: { question_mode: mode } }: SiteDb): string[] {
  switch (mode) {
    case 'full':
      return []
    case 'topic_only':
      return ['the site keeps topics only (privacy.questions), so new questions have no words here']
    default:
      return [
        'questions are switched off (privacy.questions): none is counted or kept, so none here does not mean that nobody asked',
      ]
  }
}

/** Returns a note where a site was not scanned, or its last scan did not end as it should; otherwise an empty list. */
async function notesOnScans({ scans, row }: SiteDb): Promise<string[]> {
  const { latest, completed } = await scans.newest()
  const last = completed?.finished_at
  const shown =
    last === undefined || last === null
      ? 'no scan has completed yet, so pages are known from readers alone'
      : `pages are those of the scan that ended ${dayToIso(localDay(row.timezone, last))}`
  switch (latest?.state) {
    case undefined:
      return ['the site has not been scanned yet, so no page has been read']
    case 'queued':
    case 'running':
      return [`a scan is ${latest?.state}; until it ends, ${shown}`]
    case 'failed':
      return [`the last scan failed, get_site says why; ${shown}`]
    case 'canceled':
      return [`the last scan was canceled; ${shown}`]
    default:
      return []
  }
}
