import { MAX_TOLD, toldQuery } from '../../lib/web/told-query.ts'
import { dataset } from './tag.ts'

/** The names of the only query parameters that are reported, since the others may name a person. */
let names = dataset['query']?.split(/[\s,]+/)

/** Takes the names of query parameters from the configuration, where the tag states none. */
export function learnNames(found: readonly string[] | undefined): void {
  names ??= found && [...found]
}

/** Returns the path of the page that the reader is on, with those query parameters that tell pages apart. */
export const whereabouts = (): string =>
  location.pathname + toldQuery(location.search, names?.slice(0, MAX_TOLD) ?? [])
