import { MAX_TOLD, toldQuery } from '../../lib/web/told-query.ts'
import { dataset } from './tag.ts'

/** The only parameters of a query that are reported, since the rest may name a person. */
let names = dataset['query']?.split(/[\s,]+/)

/** Takes the names of the configuration where the tag has none. */
export function learnNames(found: readonly string[] | undefined): void {
  names ??= found && [...found]
}

/** The path of the page that the reader is on, with what of its query may tell it from others. */
export const whereabouts = (): string =>
  location.pathname + toldQuery(location.search, names?.slice(0, MAX_TOLD) ?? [])
