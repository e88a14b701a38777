/** Returns all that follows the first `?` of a request's address; undefined in an address without `?`. */
export function queryOf(url: string): string | undefined {
  const at = url.indexOf('?')
  return at < 0 ? undefined : url.slice(at + 1)
}
