/** Pages of a site by whether the widget finds the place that its owner names. */
export interface PlacedPages {
  selector: string
  /** The pages of which a scan could say whether the place is there. */
  pages: number
  without: number
  /** The path of one without the place. */
  example: string | null
  /** Epoch ms. */
  checkedAt: number
}
