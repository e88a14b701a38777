import type { Db } from '../tables/schema.ts'
import type { SiteRow } from '../site-row.ts'
import { searchTopics, type TopicHit } from './select-topics.ts'
import { searchPassages, type PassageHit, type PassageQuery } from './search-passages.ts'
import { searchQuestions, type QuestionHit } from './search-questions.ts'

/** Sites that one statement asks: enough to be few statements, and few enough to let other reads in between. */
const SITES_AT_ONCE = 50

/** The sites of one organization, whose texts are searched together. Only TenantDb makes one. */
export class SearchedSites {
  readonly #db: Db
  readonly rows: readonly SiteRow[]

  constructor(db: Db, rows: readonly SiteRow[]) {
    this.#db = db
    this.rows = rows
  }

  /** Passages, and pages by title and path, that have any of the words: the best of each fifty sites. */
  passages(query: PassageQuery): Promise<PassageHit[]> {
    return this.#askAll((siteNums) => searchPassages(this.#db, siteNums, query))
  }

  /** Topics whose name has any of the words and that enough readers asked about: the best of each fifty sites. */
  topics(
    words: readonly string[],
    wanted: { limit: number; minAskers: number },
  ): Promise<TopicHit[]> {
    return this.#askAll((siteNums) => searchTopics(this.#db, siteNums, words, wanted))
  }

  /** Questions that have any of the words, each wording of a site once: the best of each fifty sites. */
  questions(words: readonly string[], limit: number): Promise<QuestionHit[]> {
    return this.#askAll((siteNums) => searchQuestions(this.#db, siteNums, words, limit))
  }

  /** One after the other: an organization with many sites must not fill the queue of reads. */
  async #askAll<Hit>(ask: (siteNums: readonly number[]) => Promise<Hit[]>): Promise<Hit[]> {
    const nums = this.rows.map(({ num }) => num)
    const hits: Hit[] = []
    for (let at = 0; at < nums.length; at += SITES_AT_ONCE) {
      hits.push(...(await ask(nums.slice(at, at + SITES_AT_ONCE))))
    }
    return hits
  }
}
