import type { Scope } from '../../../kernel/door/scopes.ts'

/** The texts and choices of the page on which a person is asked what a client may read. */
export interface ConsentView {
  /** The id of the request, for a hidden field `request`. */
  requestId: string
  client: {
    name: string | null
    /** The host of the redirect address, to which the person is led back. */
    host: string
    isLoopback: boolean
    /** The host of the client's own document, or null where the client registered itself. */
    documentHost: string | null
  }
  person: { email: string }
  /**
   * The path of the server that access is for. For an address of one site, `site` is its domain, and `sites` has only
   * that site; otherwise `site` is null.
   */
  resource: { path: string; site: string | null }
  organizations: {
    id: string
    name: string
    isChosen: boolean
    /** The reason why the organization cannot be chosen, in a sentence; null where it can. */
    refusal: string | null
  }[]
  /** The sites of the chosen organization. */
  sites: { id: string; domain: string; isTicked: boolean }[]
  /** The number of sites that are not shown. */
  sitesLeftOut: number
  /** True where all sites are chosen, including those that are added later. */
  allSites: boolean
  scopes: { scope: Scope; isTicked: boolean }[]
  /** The choice of readers' own words, such as their questions, in addition to numbers about them. */
  words: { isOffered: boolean; isTicked: boolean }
  /** The chosen lifetime of the grant: a day, 30 days, or until the grant is unused for 90 days. */
  lasts: 'day' | 'month' | 'idle'
  /** The reason why the form was not accepted, in a sentence. */
  error?: string | undefined
}
