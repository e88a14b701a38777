/**
 * The number of first characters of a user agent that are read; later ones say nothing that a person would recognise.
 */
const MAX_CHARS = 512

/**
 * Names of clients with their patterns, of which the first that matches counts: most browsers also claim to be those
 * that come later in the list.
 */
const CLIENTS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
  ['curl', /^curl\//],
  ['Node', /^(?:node|undici)\b/],
  ['Python', /^python-/i],
]

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * Returns a name that a person would use for the client of a user agent, such as `Firefox on Linux`; undefined for an
 * unknown client.
 */
export function agentFamily(userAgent: string | undefined): string | undefined {
  const text = userAgent?.slice(0, MAX_CHARS) ?? ''
  const found = [CLIENTS, SYSTEMS].flatMap(
    (names) => names.find(([, pattern]) => pattern.test(text))?.[0] ?? [],
  )
  return found.length === 0 ? undefined : found.join(' on ')
}
