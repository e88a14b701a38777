import { readAnalysis, type AnalysisColumns, type PageAnalysis } from '../page/page-analysis.ts'
import { readRecord, type PageRecord } from '../page/page-record.ts'
import { pageTypeOf } from '../prompts/page-type.ts'
import { parseWebUrl } from '../../lib/web/web-url.ts'
import { subjectOfAddress, type RuleSubject } from './rule-subject.ts'
import { PAGE_STATUSES, type PageStatus } from './vocabulary.ts'

interface Row {
  /** The path of the page with its query. */
  path: string
  url: string
  /** The title of the page; a visitor reported it where no scan has read the page. */
  title: string | null
  /** The state of the page that the last scan found; null for a page that no scan has seen. */
  state: string | null
}

/** The record of a page, undefined where no scan has read it, and its analysis, undefined until that is made. */
export interface RecordedPage {
  record: PageRecord | undefined
  analysis: PageAnalysis | undefined
}

/** Reads the stored record and analysis of a page. */
export const readRecordedPage = (
  row: AnalysisColumns & { record: string | null },
): RecordedPage => ({
  record: readRecord(row.record),
  analysis: readAnalysis(row),
})

/**
 * Makes the subject that rules see of a page, the same for every caller: a scan that may exclude it, the generator, or
 * a dry run. Rules see the page's own type and tags, and not those that rules gave it; facts that are not known are
 * null.
 */
export function ruleSubjectOf(
  row: Row,
  { record, analysis }: RecordedPage,
  domain: string,
): RuleSubject {
  const [path = ''] = row.path.split('?', 1)
  const facts = {
    ...subjectOfAddress(path, parseWebUrl(row.url)?.hostname ?? domain),
    title: row.title,
    status: statusOf(row.state),
  }
  if (!record) return facts
  const { language, author, wordCount, schemaTypes, ownTags } = record
  const known = analysis ?? pageTypeOf({ path, stated: record.statedType, isDated: record.isDated })
  return {
    ...facts,
    // The type that a page states of itself counts, also before it is analysed.
    type: known.type,
    language,
    tags: ownTags,
    schemaTypes,
    wordCount,
    publishedAt: instantOf(record.publishedAt),
    author,
  }
}

/**
 * Returns the status that rules see for a stored state. A page that is taken out counts as it did when rules took it
 * out, since it is there all the same.
 */
function statusOf(state: string | null): PageStatus | null {
  if (state === 'excluded') return 'active'
  return PAGE_STATUSES.find((status) => status === state) ?? null
}

/** Reads a date, which pages write as they like, as epoch ms; null for a text that is no date. */
function instantOf(text: string | null): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}
