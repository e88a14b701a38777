import { CONTINUED } from '../../../src/domain/events/channels.ts'
import type { Quota } from '../../../src/domain/events/hourly-quotas.ts'
import type { Facet, NewEvent } from '../../../src/domain/events/new-event.ts'
import type { VisitSource } from '../../../src/domain/events/visits.ts'
import { OTHER, type Dictionary } from './dictionary.ts'
import type { VisitSources } from './visit-sources.ts'

/** The source that an event's own page names for its reader. */
interface OwnSource {
  /** The facet of the event, as it is to be stored. */
  facet: Facet | null
  /** The source of a visit that begins with the event; a recount finds the same one by facet and referrer. */
  source: VisitSource
}

/** Finds the sources that the pages of events name by themselves, whether a visit begins with them or not. */
export class OwnSources {
  readonly #dictionary: Dictionary
  readonly #sources: VisitSources

  constructor(dictionary: Dictionary, sources: VisitSources) {
    this.#dictionary = dictionary
    this.#sources = sources
  }

  /**
   * Returns the source that an event's own page names. Beyond a bound, a new campaign, or a campaign with another
   * referrer, counts as `other`; `referrer` is a number of the dictionary.
   */
  of({ site, facet }: NewEvent, referrer: number, allowance: Quota): OwnSource {
    const { channel = null, arrival = null, campaign } = facet ?? {}
    const source = {
      channel: this.#dictionary.term(channel === 'internal' ? CONTINUED : channel),
      referrer,
      arrival: this.#dictionary.term(arrival),
      campaign: 0,
    }
    if (campaign === undefined) return { facet, source }
    const admitted = this.#admitted(site.num, source, campaign, allowance)
    if (admitted) return { facet, source: admitted }
    const other = { ...source, campaign: this.#dictionary.term(OTHER) }
    return { facet: { ...facet, campaign: OTHER }, source: other }
  }

  /**
   * Returns the source with its campaign, which is stored with the first event that names it; undefined beyond a bound.
   */
  #admitted(siteNum: number, source: VisitSource, campaign: string, allowance: Quota) {
    const known = this.#dictionary.known(campaign)
    const found = { ...source, campaign: known ?? 0 }
    if (known !== undefined && this.#sources.find(siteNum, found) !== undefined) return found
    if (!this.#sources.hasRoom(siteNum) || !allowance.take('values')) return undefined
    const added = { ...source, campaign: this.#dictionary.boundedTerm(siteNum, campaign) }
    this.#sources.numOf(siteNum, added)
    return added
  }
}
