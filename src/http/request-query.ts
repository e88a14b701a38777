import type { IncomingMessage } from 'node:http'
import { queryOf } from '../lib/web/query-of.ts'

/** Reads the query of a request, whatever stands before it: a client may send an address whose host or port is none. */
export function requestQuery({ url = '' }: IncomingMessage): Pick<URL, 'search' | 'searchParams'> {
  return new URL(`http://local/?${queryOf(url) ?? ''}`)
}
