import type { Scope } from '../../../kernel/door/scopes.ts'

/** The question that a person is asked about a client that wants to read. */
export interface ConsentView {
  /** The id of the request, for a hidden field `request`. */
  requestId: string
  client: {
    name: string | null
    /** The host of the redirect. */
    host: string
    isLoopback: boolean
    /** The host of the client's own document, or null where the client registered itself. */
    documentHost: string | null
  }
  person: { email: string }
  /**
   * The server's address that access is for; `site` is the domain of an address of one site, and then `sites` has only
   * that one.
   */
  resource: { path: string; site: string | null }
  organizations: {
    id: string
    name: string
    isChosen: boolean
    /** The reason why it cannot be chosen, in a sentence. */
    refusal: string | null
  }[]
  /** The sites of the chosen organization. */
  sites: { id: string; domain: string; isTicked: boolean }[]
  /** The number of sites that are not shown. */
  sitesLeftOut: number
  /** True for all sites, and those that are added later. */
  allSites: boolean
  scopes: { scope: Scope; isTicked: boolean }[]
  /** The choice of readers' own words, which are not part of the numbers. */
  words: { isOffered: boolean; isTicked: boolean }
  /** The lifetime: a day, 30 days, or until the grant is unused for 90 days. */
  lasts: 'day' | 'month' | 'idle'
  /** The reason why the form was not accepted, in a sentence. */
  error?: string | undefined
}
