/** The values that the script tag states elsewhere; in the package, `setTag` sets them. */
export const dataset: Record<string, string | undefined> = {}

export let src = ''

/**
 * Sets the values of the tag, and returns true, at the first call; any later call changes nothing and returns false.
 */
export function setTag(scriptUrl: string, data: Readonly<Record<string, string>>): boolean {
  if (src !== '') return false
  src = scriptUrl
  Object.assign(dataset, data)
  return true
}

/** Counts the reader from now on, on a site whose configuration waits for consent. */
export const grantConsent = (): void => {
  dataset['consent'] = 'granted'
}
