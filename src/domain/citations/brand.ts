/** A competitor of a site, as its owner names it. */
export interface Competitor {
  name: string
  /** Registrable domains, or hosts below them. */
  domains: readonly string[]
  aliases: readonly string[]
}

/** The names that a site goes by, and who is compared with it. */
export interface Brand {
  names: readonly string[]
  competitors: readonly Competitor[]
}

export const NO_BRAND: Brand = { names: [], competitors: [] }
