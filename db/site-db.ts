import { ANY_KIND } from '../src/domain/events/event-kinds.ts'
import { CitationQueries } from './citations/query-store.ts'
import { SuggestionSources } from './citations/suggestion-sources.ts'
import { CitationChecks } from './citations/check-store.ts'
import { CitationRuns } from './citations/run-store.ts'
import { countExportedRows, exportRows, type ExportQuery } from './export/export-rows.ts'
import { countPagesAndPrompts } from './count-rows-by-site.ts'
import type { ExportPage } from './export/export-format.ts'
import type { FactQuery, FactRow } from './facts/fact-query.ts'
import { ROLLUP_VERSION } from './facts/rollup-keys.ts'
import type { Handles } from './handles.ts'
import type { CheckRate } from './facts/check-cells.ts'
import {
  type FoundMoments,
  type LabelledCell,
  readPeriodCells,
  readRateMoments,
} from './facts/check-certainty.ts'
import { type CheckStates, readCheckStates, readLastCheck } from './facts/check-states.ts'
import { runFunnel, type FunnelCount, type FunnelQuery } from './facts/run-funnel.ts'
import { isOfChecks } from './facts/measures.ts'
import { countFacts, type FactReader, needsRawEvents, runFacts } from './facts/run-facts.ts'
import { MAX_STEPS_PER_CALL, estimateQueryCost } from './facts/estimate-query-cost.ts'
import { CitationReads } from './citations/citation-reads.ts'
import { CitationSets } from './citations/citation-sets.ts'
import { MissedQueries } from './citations/missed-queries.ts'
import { RuleStore } from './rules/rule-store.ts'
import { PromptStore } from './prompts/prompt-store.ts'
import { PageAnalysisStore } from './scans/page-analysis-store.ts'
import { PageScoreStore } from './scans/page-score-store.ts'
import { SiteScoreStore } from './scans/site-score-store.ts'
import { PageStateStore } from './scans/page-state-store.ts'
import { ScanStore } from './scans/scan-store.ts'
import { CanonicalStore } from './scans/canonical-store.ts'
import { PageNameStore } from './scans/page-name-store.ts'
import { WidgetPlaceStore } from './scans/widget-place-store.ts'
import { PageAddressStore } from './scans/page-address-store.ts'
import { DuplicatePageStore } from './scans/duplicate-pages.ts'
import { scannedPages } from './scans/scanned-pages.ts'
import type { PageIssue } from '../src/domain/page/page-issues.ts'
import { countPagesWith, selectPages, type PageListQuery } from './search/select-pages.ts'
import { passagesOfPage } from './search/search-passages.ts'
import { readDataSpan, type DataSpan } from './site/data-span.ts'
import { countByKind, countEventsByDay, type KindCount } from './site/day-counts.ts'
import type { SiteRow } from './site-row.ts'
import { SiteChanges } from './site/site-changes.ts'
import { SiteNames } from './site/site-names.ts'
import { SitePolicyStore } from './site/site-policy-store.ts'
import { ReaderQuestions } from './site/reader-questions.ts'
import { SiteQuestions } from './site/site-questions.ts'
import { SiteTopics } from './site/site-topics.ts'

/** The rows of one site; only TenantSites, which found it in its organization, makes an instance. */
export class SiteDb {
  readonly #handles: Handles
  readonly row: SiteRow
  /** The steps that the call which asked for this site may still read on the event loop. */
  #stepsLeft = MAX_STEPS_PER_CALL
  #dataSpan: Promise<DataSpan> | undefined

  constructor(handles: Handles, row: SiteRow) {
    this.#handles = handles
    this.row = row
  }

  /**
   * Returns an aggregation of events, or of answers of engines. It reads a few rows of rollups and a few answers on the
   * event loop; a query that must read raw events, many rows or many names goes to a reading thread.
   */
  async facts(query: FactQuery): Promise<FactRow[]> {
    const asked = this.#hasRollups ? query : { ...query, days: null }
    return runFacts(await this.#factReader(query), this.row.num, asked)
  }

  /** Returns the sums behind intervals of rates over checks: of the whole, and of the `shown` rows. */
  async rateMoments(
    query: FactQuery,
    rates: readonly CheckRate[],
    shown: readonly (readonly string[])[],
  ): Promise<FoundMoments> {
    return readRateMoments(await this.#factReader(query), this.row.num, query, rates, shown)
  }

  /** Returns the sums by which changes of rates over checks are judged, for each cell, in the order of the rates. */
  async periodCells(query: FactQuery, rates: readonly CheckRate[]): Promise<LabelledCell[][]> {
    return readPeriodCells(await this.#factReader(query), this.row.num, query, rates)
  }

  /** Says which checks of its range a query counts, and counts those that it leaves out. */
  async checkStates(query: FactQuery): Promise<CheckStates> {
    return readCheckStates(await this.#factReader(query), this.row.num, query)
  }

  /** Returns the time of the site's newest check, in epoch milliseconds. */
  lastCheckAt(): Promise<number | undefined> {
    return readLastCheck(this.#handles, this.row.num)
  }

  /** Returns a reader that reads on the event loop where the call can afford the query, and else in a thread. */
  async #factReader(query: FactQuery): Promise<FactReader> {
    const { read: compiler, readRows, scanRows } = this.#handles
    const isWeighed = query.measures.some(isOfChecks) || !this.needsRawEvents(query)
    const isLight = isWeighed && (await this.#affords(query))
    return { rows: isLight ? readRows : scanRows, compiler }
  }

  /** Counts the rows that a query would return, up to its limit, in a reading thread. */
  countFacts(query: FactQuery): Promise<number> {
    const { read: compiler, scanRows: rows } = this.#handles
    const asked = this.#hasRollups ? query : { ...query, days: null }
    return countFacts({ rows, compiler }, this.row.num, asked)
  }

  /** Says whether the steps that the call has left suffice for a query; if so, takes off the steps of the query. */
  async #affords(query: FactQuery): Promise<boolean> {
    const { read: compiler, readRows: rows } = this.#handles
    const weighing = { rows, compiler, siteNum: this.row.num }
    const steps = await estimateQueryCost(weighing, query, this.#stepsLeft)
    if (steps > this.#stepsLeft) return false
    this.#stepsLeft -= steps
    return true
  }

  /** Counts the readers who reached each step of a funnel, always from single events. */
  funnel(query: FunnelQuery): Promise<FunnelCount[]> {
    return runFunnel(this.#handles.scan, this.row.num, query)
  }

  /** Returns true where a query must read single events. */
  needsRawEvents(query: FactQuery): boolean {
    return !this.#hasRollups || needsRawEvents(query)
  }

  /** True where the rollups are of the present version; until then, events themselves are counted. */
  get #hasRollups(): boolean {
    return this.row.rollup_version >= ROLLUP_VERSION
  }

  /** Returns the span of time in which the site has events; it is read once in a call. */
  dataSpan(): Promise<DataSpan> {
    this.#dataSpan ??= readDataSpan(this.#handles, this.row.num)
    return this.#dataSpan
  }

  /** Counts the events of a kind, or of all kinds, on each of some local days. */
  countEventsByDay(
    days: { from: number; to: number },
    kind: number = ANY_KIND,
  ): Promise<Float64Array> {
    return countEventsByDay(this.#handles, this.row.num, days, kind)
  }

  /** Counts the events of each kind over some local days, and their readers, by the number of the kind. */
  countByKind(days: { from: number; to: number }): Promise<Map<number, KindCount>> {
    return countByKind(this.#handles, this.row.num, days)
  }

  /** Yields events or questions as the pages of a file, in the order of time. */
  exportRows(query: ExportQuery): AsyncGenerator<ExportPage> {
    return exportRows(this.#handles.scan, this.#handles.readPage, this.row.num, query)
  }

  /** Counts the rows of an export, and stops at `max`. */
  countExportedRows(query: ExportQuery, max: number): Promise<number> {
    return countExportedRows(this.#handles.scan, this.row.num, query, max)
  }

  get scans(): ScanStore {
    const { num, id, org_id: orgId } = this.row
    return new ScanStore(this.#handles, { num, id, orgId })
  }

  get citationRuns(): CitationRuns {
    const { num, id, org_id: orgId } = this.row
    return new CitationRuns(this.#handles, { num, id, orgId })
  }

  get citationChecks(): CitationChecks {
    return new CitationChecks(this.#handles, this.row.num)
  }

  get pageStates(): PageStateStore {
    return new PageStateStore(this.#handles, this.row.num)
  }

  get duplicates(): DuplicatePageStore {
    return new DuplicatePageStore(this.#handles, this.row.num)
  }

  get pageNames(): PageNameStore {
    return new PageNameStore(this.#handles, this.row.num)
  }

  get widgetPlaces(): WidgetPlaceStore {
    return new WidgetPlaceStore(this.#handles, this.row.num)
  }

  get canonicals(): CanonicalStore {
    return new CanonicalStore(this.#handles, this.row.num)
  }

  get addresses(): PageAddressStore {
    return new PageAddressStore(this.#handles, this.row.num)
  }

  get rules(): RuleStore {
    return new RuleStore(this.#handles, this.row.num)
  }

  get pageScores(): PageScoreStore {
    return new PageScoreStore(this.#handles, this.row.num)
  }

  get wholeScore(): SiteScoreStore {
    return new SiteScoreStore(this.#handles, this.row.num)
  }

  get policy(): SitePolicyStore {
    return new SitePolicyStore(this.#handles, this.row.num)
  }

  get analyses(): PageAnalysisStore {
    return new PageAnalysisStore(this.#handles, this.row.num)
  }

  get changeLog(): SiteChanges {
    return new SiteChanges(this.#handles, this.row)
  }

  get questions(): SiteQuestions {
    return new SiteQuestions(this.#handles, this.row.num)
  }

  get readerQuestions(): ReaderQuestions {
    return new ReaderQuestions(this.#handles, this.row.num)
  }

  get citationQueries(): CitationQueries {
    return new CitationQueries(this.#handles, this.row.num)
  }

  get suggestionSources(): SuggestionSources {
    return new SuggestionSources(this.#handles, this.row.num)
  }

  get names(): SiteNames {
    return new SiteNames(this.#handles, this.row.num)
  }

  get topics(): SiteTopics {
    return new SiteTopics(this.#handles, this.row.num)
  }

  get prompts(): PromptStore {
    return new PromptStore(this.#handles, this.row.num)
  }

  /** The stored data of the Citation Monitor of this site, as people and models read it. */
  get citations(): CitationReads {
    return new CitationReads(this.#handles, this.row.num)
  }

  get citationSets(): CitationSets {
    return new CitationSets(this.#handles, this.row.num)
  }

  get missedQueries(): MissedQueries {
    return new MissedQueries(this.#handles, this.row.num)
  }

  pages() {
    return this.#handles.read.selectFrom('page').where('page.site_num', '=', this.row.num)
  }

  /** Selects the pages of the site with their records and analyses. */
  scannedPages() {
    return scannedPages(this.#handles.read).where('page.site_num', '=', this.row.num)
  }

  countPagesAndPrompts(): Promise<{ pages: number; prompts: number }> {
    return countPagesAndPrompts(this.#handles, this.row.num)
  }

  listPages(query: PageListQuery) {
    return selectPages(this.#handles.scan, this.row.num, query)
  }

  countPagesWith(issue: PageIssue): Promise<number> {
    return countPagesWith(this.#handles.scan, this.row.num, issue)
  }

  /** Returns the stored passages of one of the site's pages, in their order. */
  passagesOfPage(pageNum: number) {
    return passagesOfPage(this.#handles.read, this.row.num, pageNum)
  }
}
