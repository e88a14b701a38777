import type { LinkResolver } from './page-links.ts'

/** The most seconds before a refresh that counts; a page that waits longer wants to be read first. */
const MAX_SECONDS = 5
const MAX_CONTENT = 2_200

/**
 * Reads the address to which `<meta http-equiv="refresh">`, or the header of that name, sends readers within five
 * seconds, as browsers read it: `0; url=/new`, `0;URL='/new'`, `3, /new`. Null where it only loads the same page again,
 * or later.
 */
export function readRefresh(content: string | undefined, resolver: LinkResolver): string | null {
  if (content === undefined || content.length > MAX_CONTENT) return null
  const [, seconds = '', rest = ''] = /^\s*(\d{1,6})(?:\.\d{0,9})?([\s;,].*)$/s.exec(content) ?? []
  if (seconds === '' || Number(seconds) > MAX_SECONDS) return null
  return resolver.resolve(addressIn(rest))
}

/** Reads the address behind the seconds; it may be named and quoted, and what follows the quote counts for nothing. */
function addressIn(rest: string): string {
  const named = rest.trim().replace(/^[;,]\s*/, '')
  const [, address = named] = /^url\s*=\s*(.*)$/is.exec(named) ?? []
  const [, quote] = /^(["'])/.exec(address) ?? []
  const [unquoted = ''] = quote === undefined ? [address] : address.slice(1).split(quote, 1)
  return unquoted.trim()
}
