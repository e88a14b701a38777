import { COMING_IN_PAGES } from './pages/coming-in/index.ts'
import { DEVELOPERS_PAGES } from './pages/developers/index.ts'
import { FIRST_RUN_PAGES } from './pages/first-run/index.ts'
import { ORGANIZATION_PAGES } from './pages/organization/index.ts'
import type { PageEntry } from './pages/page-entry.ts'
import { SITE_PAGES } from './pages/site/index.ts'
import { SITES_PAGES } from './pages/sites/index.ts'

/**
 * Every page of the dashboard; its code is loaded when it is opened. A literal path stands before a pattern that would
 * match it too.
 */
export const PAGES: readonly PageEntry[] = [
  ...COMING_IN_PAGES,
  ...FIRST_RUN_PAGES,
  ...SITES_PAGES,
  ...SITE_PAGES,
  ...DEVELOPERS_PAGES,
  ...ORGANIZATION_PAGES,
]

/** Finds the page of a path, with the values of the open parts of the page's pattern. */
export function pageOfPath(
  path: string,
): { entry: PageEntry; params: Record<string, string> } | undefined {
  const parts = path.split('/')
  for (const entry of PAGES) {
    const params = matchParts(entry.path.split('/'), parts)
    if (params) return { entry, params }
  }
  return undefined
}

function matchParts(
  pattern: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [i, name] of pattern.entries()) {
    const part = decode(parts[i] ?? '')
    if (part === undefined) return undefined
    if (name.startsWith(':')) params[name.slice(1)] = part
    else if (name !== part) return undefined
  }
  return params
}

/** Decodes a part of a path; undefined for an address that was cut in the middle of an encoded character. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
