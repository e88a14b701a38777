import type { SiteDb } from '../../../db/site-db.ts'
import { compileExclusions } from '../../core/prompt-rules/scan-exclusion.ts'
import { toPromptRule } from './rule.ts'

/**
 * Reads a site's rules, and answers whether they leave a page out of scans by its path and host alone, as is known
 * before it is fetched. Rules that ask for more decide when the page is read, by `isExcluded` of what `applyRules` says.
 * Read anew for each scan, since rules change.
 */
export async function scanExclusions(
  site: SiteDb,
): Promise<(path: string, host: string) => boolean> {
  return compileExclusions((await site.rules.all()).map(toPromptRule))
}
