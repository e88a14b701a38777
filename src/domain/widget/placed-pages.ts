/** The counts of a site's pages by whether the widget finds the place that the owner names. */
export interface PlacedPages {
  selector: string
  /** The number of pages of which a scan could tell whether the place is there. */
  pages: number
  without: number
  /** The path of a page without the place; null without such a page. */
  example: string | null
  /** The time of the check, epoch ms. */
  checkedAt: number
}
