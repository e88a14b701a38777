import type { IncomingMessage } from 'node:http'
import { queryOf } from '../lib/web/query-of.ts'

type Query = Pick<URL, 'search' | 'searchParams'>

/**
 * Reads the query of a request without the part before it: a client may send an address whose host or port is invalid.
 */
export function requestQuery({ url = '' }: IncomingMessage): Query {
  const query = queryOf(url)
  return query === undefined ? NO_QUERY : new URL(`http://local/?${query}`)
}

const NO_QUERY: Query = { search: '', searchParams: new URLSearchParams() }
