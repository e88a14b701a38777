import { setImmediate as turn } from 'node:timers/promises'
import type { FactCondition } from '../../../db/facts/fact-query.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { SiteHead } from '../../kernel/names/meant-sites.ts'
import { notesOnDaysBeforeData, notesOnNothing } from '../../kernel/names/unseen-values.ts'
import { siteRange } from '../../kernel/reads/range.ts'
import { notesOnQuestionMode } from '../../kernel/reads/site-notes.ts'
import { notesOfSites, zonesOf } from '../../kernel/reads/sites-notes.ts'
import type { ExportInput } from './export-input.ts'
import type { ExportServices } from './export-query.ts'
import { DEFAULT_METRICS, isOfQuestions, measuresOf, type MetricId } from './metrics.ts'

type NotedInput = Pick<ExportInput, 'rows' | 'range' | 'from' | 'to' | 'metrics'>

/**
 * Says what a site keeps of questions, for rows of questions, and with `isNothing` also why the site may have no rows.
 */
export async function notesOnRows(
  { now }: Pick<ExportServices, 'now'>,
  site: SiteDb,
  input: NotedInput & { filters: readonly FactCondition[] },
  isNothing: boolean,
): Promise<string[]> {
  const mode = input.rows === 'questions' ? notesOnQuestionMode(site) : []
  if (!isNothing) return mode
  const range = await siteRange(site, input, now())
  return [...mode, ...(await notesOnNothing(site, { range, filters: input.filters }))]
}

/**
 * Says what a file of a site may lack, as far as that is known before rows are read: questions that the site does not
 * keep, and days before its data began.
 */
export async function notesOnFile(
  { now }: Pick<ExportServices, 'now'>,
  site: SiteDb,
  input: NotedInput,
): Promise<string[]> {
  const range = await siteRange(site, input, now())
  return [
    ...(isAboutQuestions(site, input) ? notesOnQuestionMode(site) : []),
    ...(await notesOnDaysBeforeData(site, range)),
  ]
}

/**
 * True for a file of questions, or of metrics of questions on a site that keeps no questions. A site that keeps only
 * topics has the same numbers as one that keeps questions.
 */
function isAboutQuestions({ row }: SiteDb, { rows, metrics }: NotedInput): boolean {
  if (rows !== 'query') return rows === 'questions'
  const counted: readonly MetricId[] = metrics ?? DEFAULT_METRICS
  return row.question_mode === 'off' && counted.some((id) => measuresOf(id).some(isOfQuestions))
}

/** The most sites of one file that notes look at: a header has no room for more. */
const MAX_NOTED = 200

/** Says what a file of several sites may lack, as far as that is known before rows are read. */
export async function notesOnFiles(
  app: Pick<ExportServices, 'now'>,
  { db, heads }: { db: TenantDb; heads: readonly SiteHead[] },
  input: NotedInput,
): Promise<string[]> {
  const looked = heads.slice(0, MAX_NOTED)
  const noted: { head: SiteHead; notes: string[] }[] = []
  for (const head of looked) {
    await turn()
    const site = await db.sites.find(head.id)
    if (site) noted.push({ head, notes: await notesOnFile(app, site, input) })
  }
  return [...zonesOf(heads).notes, ...notesOfSites(noted, heads.length)]
}
