/** The pages that links lead to which a person was sent. */
const LINKS = /^\/app\/(?:setup|accept-invitation|reset-password)\/?$/

/** The token of a link that a person was sent; a page that is loaded again has it no more. */
export let linkToken: string | undefined

/**
 * Takes the token out of the address before anything else is asked for, so that no history, bookmark or picture of the screen
 * keeps it.
 */
export function takeLinkToken(): void {
  const { hash, pathname, search } = location
  if (!LINKS.test(pathname) || hash.length < 2) return
  history.replaceState(history.state, '', pathname + search)
  linkToken = hash.slice(1)
}
