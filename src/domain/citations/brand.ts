/** A competitor of a site, as its owner names it. */
export interface Competitor {
  name: string
  /** The domains of the competitor: registrable ones, or hosts below them. */
  domains: readonly string[]
  aliases: readonly string[]
}

/** The names that a site goes by, and the competitors with which it is compared. */
export interface Brand {
  names: readonly string[]
  competitors: readonly Competitor[]
}

export const NO_BRAND: Brand = { names: [], competitors: [] }

/** Reads the brand of a site as its row has it. */
export const brandOf = ({ brand }: { brand: string | null }): Brand =>
  // @NOTE the column is written by us alone, as JSON of a checked brand.
  brand === null ? NO_BRAND : (JSON.parse(brand) as Brand)
