import type { Db } from '../tables/schema.ts'
import type { SiteRow } from '../site-row.ts'
import { searchTopics, type TopicHit } from './search-topics.ts'
import type { SearchTerm } from './full-text.ts'
import { pagesOfWords, type SoughtWord, type WordPage } from './pages-of-words.ts'
import { searchPassages, type PassageHit, type PassageQuery } from './search-passages.ts'
import { searchQuestions, type QuestionHit } from './search-questions.ts'

/** The sites that one statement searches: enough to need few statements, few enough to let other reads in between. */
const SITES_AT_ONCE = 50

/** The sites of one organization, whose texts are searched together. Only TenantDb makes one. */
export class SearchedSites {
  readonly #db: Db
  readonly rows: readonly SiteRow[]

  constructor(db: Db, rows: readonly SiteRow[]) {
    this.#db = db
    this.rows = rows
  }

  /**
   * Finds passages, and pages by title and path, that have any of the words: the best hits of each group of fifty
   * sites.
   */
  passages(query: PassageQuery): Promise<PassageHit[]> {
    return this.#askAll((siteNums) => searchPassages(this.#db, siteNums, query))
  }

  /**
   * Finds for each word the pages that have it in any of its forms: at most `limit` for a word in each group of fifty
   * sites.
   */
  pagesOfWords(words: readonly SoughtWord[], limit: number): Promise<WordPage[]> {
    return this.#askAll((siteNums) => pagesOfWords(this.#db, siteNums, words, limit))
  }

  /**
   * Finds topics whose names have any of the terms and that enough readers asked about: the best of each group of fifty
   * sites.
   */
  topics(
    terms: readonly SearchTerm[],
    wanted: { limit: number; minAskers: number },
  ): Promise<TopicHit[]> {
    return this.#askAll((siteNums) => searchTopics(this.#db, siteNums, terms, wanted))
  }

  /** Finds questions that have any of the terms, each text of a site once: the best of each group of fifty sites. */
  questions(terms: readonly SearchTerm[], limit: number): Promise<QuestionHit[]> {
    return this.#askAll((siteNums) => searchQuestions(this.#db, siteNums, terms, limit))
  }

  /**
   * Runs a search for one group of sites after the other: an organization with many sites must not fill the queue of
   * reads.
   */
  async #askAll<Hit>(ask: (siteNums: readonly number[]) => Promise<Hit[]>): Promise<Hit[]> {
    const nums = this.rows.map(({ num }) => num)
    const hits: Hit[] = []
    for (let at = 0; at < nums.length; at += SITES_AT_ONCE) {
      hits.push(...(await ask(nums.slice(at, at + SITES_AT_ONCE))))
    }
    return hits
  }
}
