import type { FactFilter } from '../../../db/facts/fact-query.ts'
import type { QuestionRow } from '../../../db/search/select-questions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { notesOnDaysBeforeData, notesOnUnseen } from '../../kernel/names/unseen-values.ts'
import type { TimeRange } from '../../lib/time/time-range.ts'

interface Asked {
  range: TimeRange
  /** The values that can be looked up. */
  named: readonly FactFilter[]
  words: readonly string[]
}

/** Says of a list of questions why there may be none, though somebody asked, and why some have no text. */
export async function notesOnQuestions(
  site: SiteDb,
  rows: readonly Pick<QuestionRow, 'text'>[],
  asked: Asked,
): Promise<string[]> {
  if (rows.length === 0) return notesOnNone(site, asked)
  return rows.some(({ text }) => text === null)
    ? ['questions without text were asked while the site kept topics only']
    : []
}

async function notesOnNone(site: SiteDb, { range, named, words }: Asked): Promise<string[]> {
  const notes = [
    ...(await notesOnDaysBeforeData(site, range)),
    ...(await notesOnUnseen(site, named)),
  ]
  if (notes.length > 0 || words.length === 0) return notes
  return ['query matches whole words of a question; search also finds words like them']
}
