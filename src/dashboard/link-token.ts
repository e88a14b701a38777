/** Matches the paths of the pages for which people are sent a link with a token. */
const LINKS = /^\/app\/(?:setup|accept-invitation|reset-password)\/?$/

/** The token of the link that the page was opened with; undefined without one, and after the page is loaded again. */
export let linkToken: string | undefined

/**
 * Moves the token from the address into `linkToken`, before anything is requested, so that no history, bookmark or
 * picture of the screen keeps it.
 */
export function takeLinkToken(): void {
  // A second link that is pasted into the same window loads nothing by itself, since only what follows `#` differs.
  addEventListener('hashchange', () => isLink() && location.reload())
  if (!isLink()) return
  const { hash, pathname, search } = location
  history.replaceState(history.state, '', pathname + search)
  linkToken = hash.slice(1)
}

/** Forgets the token of the link after it was used, since it works only once. */
export function forgetLinkToken(): void {
  linkToken = undefined
}

const isLink = (): boolean => LINKS.test(location.pathname) && location.hash.length >= 2
