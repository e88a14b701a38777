/** Pages of a site by whether the widget finds the place that its owner names. */
export interface PlacedPages {
  selector: string
  /** Those of which a scan could tell. */
  pages: number
  without: number
  /** The path of one without the place. */
  example: string | null
  /** Epoch ms. */
  checkedAt: number
}
