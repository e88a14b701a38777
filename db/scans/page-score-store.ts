import { sql } from 'kysely'
import { beginsWith } from '../begins-with.ts'
import type { PageRecord } from '../../src/domain/page/page-record.ts'
import { hexOf, jsonText, withoutIndex, valueRows } from '../forms.ts'
import { stepTransaction } from '../step-transaction.ts'
import { SiteStore } from '../site/site-store.ts'
import { clearValidators } from './clear-validators.ts'

/** The rows that one transaction writes: few enough that events and other writers get in between. */
const STEP_ROWS = 100

/** The most pages that are read of those whose title other pages have too. */
const MAX_TITLED = 20_000
/**
 * The most different dates that are read; on a site whose pages have more, no date counts as one that most pages share.
 */
const MAX_HEADERS = 50_000

/** A page whose score is to be counted again. */
export interface UnscoredPage {
  num: number
  url: string
  /** JSON of the findings of checks on the page alone. */
  judged: string
}

/** The score of a page, as it is stored. */
export interface StoredScore {
  /** The score, from 0 to 100. */
  score: number
  /** JSON of the findings of each check, from which the score is counted. */
  findings: string
}

/** The number of pages of a site that have the same score and findings. */
interface ScoreGroup {
  score: number
  found: string
  pages: number
}

/**
 * SQL for the title that the page itself states; `page.title` is the one that the page is shown by among those of its
 * site.
 */
const STATED_TITLE = jsonText(sql<PageRecord>`r.record`, 'title')

/** A page whose stated title is also the title of pages with another text. */
interface TitledRow {
  title: string
  /** The language in the page's record. */
  language: string | null
  path: string
  /** SHA-256 of the page's main text, in hex. */
  text: string
}

/**
 * The place of the letters of checks in findings that begin with `prefix`: `length` letters from `from` on, which
 * counts from 1.
 */
interface StoredLetters {
  prefix: string
  from: number
  length: number
}

/** The scores of one site's pages. */
export class PageScoreStore extends SiteStore {
  /**
   * Makes the next scan read those active pages again whose stored findings on the page do not begin with `prefix`;
   * returns how many.
   */
  clearValidators(prefix: string): Promise<number> {
    const isJudged = beginsWith(sql`COALESCE(judged, '')`, prefix)
    return clearValidators(this.handles, this.siteNum, sql`NOT ${isJudged}`)
  }

  /**
   * Returns the active pages behind a page number, in the order of numbers, whose score is due: they have findings on
   * the page that begin with `prefix`, and no score that is based on `basis`.
   */
  async unscored(
    { basis, prefix }: { basis: string; prefix: string },
    after: number,
    limit: number,
  ): Promise<UnscoredPage[]> {
    const { rows } = await sql<UnscoredPage>`
      SELECT p.num, p.url, r.judged
      FROM page_record AS r JOIN page AS p ON p.num = r.page_num
      WHERE r.site_num = ${this.siteNum} AND r.state = 'active' AND r.page_num > ${after}
        AND ${beginsWith(sql`r.judged`, prefix)}
        AND (r.findings IS NULL OR r.score_basis IS DISTINCT FROM ${basis})
      ORDER BY r.page_num LIMIT ${limit}`.execute(this.handles.scan)
    return rows
  }

  /** Stores scores with their findings, and `basis` as that on which they are based. */
  async save(scores: readonly (StoredScore & { num: number })[], basis: string): Promise<void> {
    for (let from = 0; from < scores.length; from += STEP_ROWS) {
      const rows = scores
        .slice(from, from + STEP_ROWS)
        .map(({ num, score, findings }) => [num, score, findings, basis])
      await stepTransaction(this.handles.write, async (trx) => {
        await sql`UPDATE page_record SET score = scored.score, findings = scored.findings, score_basis = scored.basis
          FROM ${valueRows('scored', SCORED, rows)}
          WHERE page_record.page_num = scored.num AND ${withoutIndex('page_record.site_num')} = ${this.siteNum}`.execute(
          trx,
        )
      })
    }
  }

  /** Stores the score of the page at a path, if that page is active; the basis of its score stays. */
  async saveAt(path: string, { score, findings }: StoredScore): Promise<void> {
    await sql`UPDATE page_record SET score = ${score}, findings = ${findings}
      WHERE ${withoutIndex('site_num')} = ${this.siteNum} AND state = 'active'
        AND page_num IN (SELECT num FROM page WHERE site_num = ${this.siteNum} AND path = ${path})`.execute(
      this.handles.write,
    )
  }

  /** Returns the findings of checks on some pages, by page id; a page without findings is absent. */
  async findingsOf(pageIds: readonly string[]): Promise<Map<string, string>> {
    if (pageIds.length === 0) return new Map()
    const { rows } = await sql<{ id: string; findings: string }>`
      SELECT p.id, r.findings FROM page AS p JOIN page_record AS r ON r.page_num = p.num
      WHERE p.id IN (${sql.join(pageIds)}) AND p.site_num = ${this.siteNum} AND r.findings IS NOT NULL`.execute(
      this.handles.read,
    )
    return new Map(rows.map(({ id, findings }) => [id, findings]))
  }

  /** Counts the active pages by their Last-Modified, as servers wrote it, the commonest first. */
  async lastModified(): Promise<{ header: string; pages: number }[]> {
    const { rows } = await sql<{ header: string; pages: number }>`
      SELECT last_modified AS header, COUNT(*) AS pages FROM page_record
      WHERE site_num = ${this.siteNum} AND state = 'active' AND last_modified IS NOT NULL
      GROUP BY 1 ORDER BY 2 DESC LIMIT ${sql.lit(MAX_HEADERS)}`.execute(this.handles.scan)
    return rows
  }

  /**
   * Counts the active pages by score and by the letters of their findings; pages whose findings do not begin with
   * `prefix` are left out.
   */
  async groups({ prefix, from, length }: StoredLetters): Promise<ScoreGroup[]> {
    const { rows } = await sql<ScoreGroup>`
      SELECT score, SUBSTR(findings, CAST(${from} AS INTEGER), CAST(${length} AS INTEGER)) AS found, COUNT(*) AS pages
      FROM page_record
      WHERE site_num = ${this.siteNum} AND state = 'active' AND score IS NOT NULL AND ${beginsWith(sql`findings`, prefix)}
      GROUP BY 1, 2`.execute(this.handles.scan)
    return rows
  }

  /**
   * Finds an active page whose findings have one of some letters at `place`, counted from 1: the page behind the first
   * `behind` such pages, or the first of all where there are no more; undefined where no page has such findings.
   */
  async example(
    { prefix, place }: { prefix: string; place: number },
    letters: readonly string[],
    behind: number,
  ): Promise<{ path: string; findings: string } | undefined> {
    const read = await this.#exampleAt({ prefix, place }, letters, behind)
    return read ?? (behind === 0 ? undefined : this.#exampleAt({ prefix, place }, letters, 0))
  }

  async #exampleAt(
    { prefix, place }: { prefix: string; place: number },
    letters: readonly string[],
    behind: number,
  ): Promise<{ path: string; findings: string } | undefined> {
    const wanted = sql.join(letters)
    const { rows } = await sql<{ path: string; findings: string }>`
      SELECT p.path, r.findings FROM page_record AS r JOIN page AS p ON p.num = r.page_num
      WHERE r.site_num = ${this.siteNum} AND r.state = 'active' AND r.score IS NOT NULL
        AND ${beginsWith(sql`r.findings`, prefix)} AND SUBSTR(r.findings, CAST(${place} AS INTEGER), 1) IN (${wanted})
      ORDER BY r.page_num LIMIT 1 OFFSET ${behind}`.execute(this.handles.scan)
    return rows[0]
  }

  /**
   * Counts the copies among the pages of a site: `texts`, the active pages that have main text and title of another
   * one, without the first of each; and `takenOut`, the pages that a scan took out as duplicates. A page that states
   * another address as its own does not count among `texts`, nor does one with an empty text.
   */
  async twins(emptyText: Uint8Array): Promise<{ texts: number; takenOut: number }> {
    const { rows } = await sql<{ texts: number | null; taken: number }>`
      SELECT
        (SELECT CAST(SUM(n - 1) AS BIGINT) FROM (SELECT COUNT(*) AS n
          FROM page_record AS r JOIN page AS p ON p.num = r.page_num
          WHERE ${this.#isOwn()} AND r.content_hash <> ${emptyText} GROUP BY r.content_hash, ${STATED_TITLE}) AS same_text) AS texts,
        (SELECT COUNT(*) FROM page_record WHERE site_num = ${this.siteNum} AND state = 'duplicate') AS taken`.execute(
      this.handles.scan,
    )
    const [{ texts, taken } = { texts: 0, taken: 0 }] = rows
    return { texts: texts ?? 0, takenOut: taken }
  }

  /**
   * Lists the active pages whose stated title is also the title of pages with another text, in the order of their
   * paths.
   */
  async sameTitles(): Promise<TitledRow[]> {
    const { rows } = await sql<TitledRow>`
      WITH common AS MATERIALIZED (
        SELECT ${STATED_TITLE} AS title FROM page_record AS r JOIN page AS p ON p.num = r.page_num
        WHERE ${this.#isOwn()} AND ${STATED_TITLE} IS NOT NULL GROUP BY ${STATED_TITLE} HAVING COUNT(DISTINCT r.content_hash) > 1
      )
      SELECT common.title, ${jsonText(sql<{ language: string | null }>`r.record`, 'language')} AS language, p.path, ${hexOf(sql`r.content_hash`)} AS text
      FROM page_record AS r JOIN page AS p ON p.num = r.page_num JOIN common ON common.title = ${STATED_TITLE}
      WHERE ${this.#isOwn()} ORDER BY p.path LIMIT ${sql.lit(MAX_TITLED)}`.execute(
      this.handles.scan,
    )
    return rows
  }

  /**
   * Returns a condition that holds for active pages with a score and a text that state no address other than their own.
   */
  #isOwn() {
    return sql`r.site_num = ${this.siteNum} AND r.state = 'active' AND r.score IS NOT NULL
      AND r.content_hash IS NOT NULL AND COALESCE(r.canonical_url, p.url) = p.url`
  }

  /**
   * Deletes the scores of pages in any state except `active` and `error`, so a page that failed in the last scan keeps
   * its score.
   */
  async dropScores(): Promise<void> {
    await sql`UPDATE page_record SET score = NULL, findings = NULL, score_basis = NULL
      WHERE site_num = ${this.siteNum} AND state NOT IN ('active', 'error') AND score IS NOT NULL`.execute(
      this.handles.write,
    )
  }
}

const SCORED = { num: 'integer', score: 'integer', findings: 'text', basis: 'text' } as const
