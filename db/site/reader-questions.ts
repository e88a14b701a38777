import { sql } from 'kysely'
import { hashOfWording } from '../../src/domain/topics/wording.ts'
import { ASKER_COUNT } from '../facts/asker-count.ts'
import { timeGuard } from '../facts/time-guard.ts'
import { hexOf, numberList, valueRows } from '../forms.ts'
import { SiteStore } from './site-store.ts'

interface AskedQuery {
  fromMs: number
  /**
   * The least number of people who asked any question on a page (distinct addresses of each day, summed), or who asked
   * in the same words on the site.
   */
  minAskers: number
  /** The largest number of wordings of each page. */
  perPage: number
  limit: number
}

/** A text that readers asked on one page, and the number of people who asked it. */
export interface AskedWording {
  pageNum: number
  text: string
  askers: number
}

/** The questions on a site that have the same words, apart from case and punctuation marks. */
export interface AskedOnSite {
  /** The spellings of the question that the most people typed, each with the number of these people. */
  spellings: readonly { text: string; askers: number }[]
  askers: number
}

/** The decision of an owner to offer a question on a page to readers or not; meaning and wording are hashes. */
export interface ReaderChoice {
  pageNum: number
  meaning: string
  wording: string
  isLet: boolean
}

/**
 * The questions of readers that one site may offer to other readers, and the decisions of its owner on these questions.
 */
export class ReaderQuestions extends SiteStore {
  /**
   * Returns the texts that readers asked on pages with enough askers, those of the most askers first, by one query for
   * all pages. Questions that are marked for deletion are left out.
   */
  async asked({ fromMs, minAskers, perPage, limit }: AskedQuery): Promise<AskedWording[]> {
    const { rows } = await sql<AskedWording>`
      SELECT g.page AS "pageNum", g.text, g.askers
      FROM (SELECT q.page_num AS page, q.text, ${ASKER_COUNT} AS askers, MIN(q.num) AS num,
          ROW_NUMBER() OVER (PARTITION BY q.page_num ORDER BY ${ASKER_COUNT} DESC, MIN(q.num)) AS place
        FROM question AS q
        WHERE ${this.#isAsked(fromMs)} AND q.page_num IN
          (SELECT q.page_num FROM question AS q WHERE ${this.#isAsked(fromMs)} AND q.page_num > 0
            GROUP BY q.page_num HAVING ${ASKER_COUNT} >= ${minAskers})
        GROUP BY q.page_num, q.text) AS g
      WHERE g.place <= ${perPage} ORDER BY g.askers DESC, g.page, g.place LIMIT ${limit}`.execute(
      this.handles.scan,
    )
    return rows
  }

  /**
   * Counts the people who asked any wording of a group, each person once a day; returns the counts by the number of the
   * group.
   */
  async countAskers(
    fromMs: number,
    wordings: readonly { group: number; pageNum: number; text: string }[],
  ): Promise<Map<number, number>> {
    if (wordings.length === 0) return new Map()
    const listed = wordings.map(({ group, pageNum, text }) => [group, pageNum, text])
    const { rows } = await sql<{ part: number; askers: number }>`
      SELECT w.part, ${ASKER_COUNT} AS askers FROM question AS q
      JOIN ${valueRows('w', WORDING, listed)} ON w.page_num = q.page_num AND w.text = q.text
      WHERE ${this.#isAsked(fromMs)} GROUP BY w.part`.execute(this.handles.scan)
    return new Map(rows.map(({ part, askers }) => [part, askers]))
  }

  /**
   * Returns the questions that enough people asked in the same words on the whole site, those of the most askers first.
   */
  async askedOnSite({
    fromMs,
    minAskers,
    limit,
  }: Pick<AskedQuery, 'fromMs' | 'minAskers' | 'limit'>): Promise<AskedOnSite[]> {
    const { rows } = await sql<{ num: number; askers: number }>`
      SELECT q.wording_num AS num, ${ASKER_COUNT} AS askers FROM question AS q
      WHERE ${this.#isAsked(fromMs)} AND q.wording_num > 0
      GROUP BY q.wording_num HAVING ${ASKER_COUNT} >= ${minAskers}
      ORDER BY askers DESC, q.wording_num LIMIT ${limit}`.execute(this.handles.scan)
    const spellings = await this.#spellings(
      fromMs,
      rows.map(({ num }) => num),
    )
    return rows.map(({ num, askers }) => ({ askers, spellings: spellings.get(num) ?? [] }))
  }

  async #spellings(
    fromMs: number,
    wordings: readonly number[],
  ): Promise<ReadonlyMap<number, { text: string; askers: number }[]>> {
    const byWording = new Map<number, { text: string; askers: number }[]>()
    if (wordings.length === 0) return byWording
    const { rows } = await sql<{ num: number; text: string; askers: number }>`
      SELECT g.wording AS num, g.text, g.askers
      FROM (SELECT q.wording_num AS wording, q.text, ${ASKER_COUNT} AS askers,
          ROW_NUMBER() OVER (PARTITION BY q.wording_num ORDER BY ${ASKER_COUNT} DESC, MIN(q.num)) AS place
        FROM question AS q
        WHERE ${this.#isAsked(fromMs)} AND q.wording_num IN ${numberList(wordings)}
        GROUP BY q.wording_num, q.text) AS g
      WHERE g.place <= ${MAX_SPELLINGS} ORDER BY g.wording, g.place`.execute(this.handles.scan)
    for (const { num, text, askers } of rows) {
      byWording.set(num, [...(byWording.get(num) ?? []), { text, askers }])
    }
    return byWording
  }

  /**
   * Counts for each text the people who asked in the same words, on any page; returns the counts in the order of the
   * texts.
   */
  async countAskersOf(
    { fromMs, toMs }: { fromMs: number; toMs: number },
    texts: readonly string[],
  ): Promise<number[]> {
    if (texts.length === 0) return []
    const hashes = texts.map((text) => hashOfWording(text).toString('hex'))
    const sought = valueRows(
      'sought',
      { hash: 'hex' },
      [...new Set(hashes)].map((hash) => [hash]),
    )
    const { rows } = await sql<{ hash: string; askers: number }>`
      SELECT ${hexOf(sql`w.hash`)} AS hash, ${ASKER_COUNT} AS askers
      FROM question AS q JOIN wording AS w ON w.num = q.wording_num
      WHERE ${this.#isAsked(fromMs)} AND q.at < ${toMs} AND q.wording_num IN
        (SELECT num FROM wording WHERE site_num = ${this.siteNum} AND hash IN (SELECT hash FROM ${sought}))
      GROUP BY w.hash`.execute(this.handles.scan)
    const askers = new Map(rows.map((row) => [row.hash, row.askers]))
    return hashes.map((hash) => askers.get(hash) ?? 0)
  }

  #isAsked(fromMs: number) {
    return sql`q.site_num = ${this.siteNum} AND q.at >= ${fromMs} AND ${timeGuard('q')} AND q.text IS NOT NULL
      AND q.num > COALESCE((SELECT last_question FROM question_purge WHERE site_num = ${this.siteNum}), 0)`
  }

  async choices(): Promise<ReaderChoice[]> {
    const rows = await this.handles.read
      .selectFrom('reader_choice')
      .select(['page_num', 'meaning', 'wording', 'is_let'])
      .where('site_num', '=', this.siteNum)
      .limit(MAX_CHOICES)
      .execute()
    return rows.map(({ page_num: pageNum, meaning, wording, is_let: isLet }) => ({
      pageNum,
      meaning,
      wording,
      isLet: isLet === 1,
    }))
  }

  /** Stores the owner's decision on a meaning of a question on a page, in place of an earlier one. */
  async choose({ pageNum, meaning, wording, isLet }: ReaderChoice, at: number): Promise<void> {
    await sql`INSERT INTO reader_choice (site_num, page_num, meaning, wording, is_let, decided_at)
      SELECT num, CAST(${pageNum} AS BIGINT), CAST(${meaning} AS TEXT), CAST(${wording} AS TEXT),
        CAST(${isLet ? 1 : 0} AS BIGINT), CAST(${at} AS BIGINT)
      FROM site WHERE num = ${this.siteNum}
      ON CONFLICT (site_num, page_num, meaning) DO UPDATE
        SET wording = excluded.wording, is_let = excluded.is_let, decided_at = excluded.decided_at`.execute(
      this.handles.write,
    )
  }
}

const WORDING = { part: 'integer', page_num: 'integer', text: 'text' } as const
const MAX_CHOICES = 100_000
const MAX_SPELLINGS = 5
