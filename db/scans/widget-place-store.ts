import { sql } from 'kysely'
import { SiteStore } from '../site/site-store.ts'
import { clearValidators } from './clear-validators.ts'

/** The number of active pages with and without the place of the widget. */
interface PlaceCount {
  /** The number of pages on which a scan could tell whether the place is there. */
  pages: number
  without: number
  /** The path of a page without the place; null where none exists. */
  example: string | null
}

/** The pages of one site, by whether they have the place that the owner names for the widget. */
export class WidgetPlaceStore extends SiteStore {
  /**
   * Makes the next scan read those active pages again that no scan has searched for this selector; returns how many.
   */
  clearValidators(selector: string): Promise<number> {
    const isOther = sql`(place_selector IS NULL OR place_selector <> ${selector})`
    return clearValidators(this.handles, this.siteNum, isOther)
  }

  async count(selector: string): Promise<PlaceCount> {
    const { rows } = await sql<PlaceCount>`
      SELECT COUNT(*) AS pages, COALESCE(SUM(1 - r.has_place), 0) AS "without",
        MIN(CASE WHEN r.has_place = 0 THEN p.path END) AS example
      FROM page_record AS r JOIN page AS p ON p.num = r.page_num
      WHERE r.site_num = ${this.siteNum} AND r.state = 'active' AND r.place_selector = ${selector}
        AND r.has_place IS NOT NULL`.execute(this.handles.scan)
    const [counted] = rows
    return counted ?? { pages: 0, without: 0, example: null }
  }
}
