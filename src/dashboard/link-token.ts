/** Matches the pages for which a person was sent a link. */
const LINKS = /^\/app\/(?:setup|accept-invitation|reset-password)\/?$/

/** The token of a link that a person was sent; a page that is loaded again has it no more. */
export let linkToken: string | undefined

/**
 * Takes the token out of the address before anything else is asked for, so that no history, bookmark or picture of the
 * screen keeps it.
 */
export function takeLinkToken(): void {
  // A second link that is pasted into the same window loads nothing by itself, since only what follows `#` differs.
  addEventListener('hashchange', () => isLink() && location.reload())
  if (!isLink()) return
  const { hash, pathname, search } = location
  history.replaceState(history.state, '', pathname + search)
  linkToken = hash.slice(1)
}

/** Forgets the token of the link once it was used, since it works only once. */
export function forgetLinkToken(): void {
  linkToken = undefined
}

const isLink = (): boolean => LINKS.test(location.pathname) && location.hash.length >= 2
