import type { Scope } from '../../../kernel/door/scopes.ts'

/** What a person is asked about a client that wants to read. */
export interface ConsentView {
  /** It goes into a hidden field `request`. */
  requestId: string
  client: {
    name: string | null
    /** Of the redirect. */
    host: string
    isLoopback: boolean
    /** Of the client's own document, or null where it registered itself. */
    documentHost: string | null
  }
  person: { email: string }
  /** Which of our addresses it is for; `site` is the domain of an address of one site, and then `sites` has that one. */
  resource: { path: string; site: string | null }
  organizations: {
    id: string
    name: string
    isChosen: boolean
    /** Why it cannot be chosen, in a sentence. */
    refusal: string | null
  }[]
  /** Of the chosen organization. */
  sites: { id: string; domain: string; isTicked: boolean }[]
  /** How many sites are not shown. */
  sitesLeftOut: number
  /** All sites, and those that are added later. */
  allSites: boolean
  scopes: { scope: Scope; isTicked: boolean }[]
  /** Readers' own words, apart from numbers. */
  words: { isOffered: boolean; isTicked: boolean }
  /** A day, 30 days, or until it is unused for 90 days. */
  lasts: 'day' | 'month' | 'idle'
  /** Why what was sent did not do, in a sentence. */
  error?: string | undefined
}
