import type { SiteDb } from '../../../db/site-db.ts'
import { applyRules, compileRules } from '../../domain/prompt-rules/apply-rules.ts'
import { ruleSubjectOf, readRecordedPage } from '../../domain/prompt-rules/rule-subject-of.ts'
import { compileExclusions, isExcluded } from '../../domain/prompt-rules/scan-exclusion.ts'
import { TimeSlice } from '../../lib/concurrency/time-slice.ts'
import { toPromptRule } from '../../domain/prompt-rules/stored-rule.ts'
import { rowGroups } from '../../kernel/reads/paging.ts'

/** The number of pages that are read together before other work has its turn. */
const STEP_PAGES = 200
/**
 * The states of pages that are checked against the rules. A duplicate is checked too, since it is offered once the page
 * that it repeats is not.
 */
const RULED_STATES = ['active', 'excluded', 'duplicate']

/**
 * Reads a site's rules, and returns a function that says whether a page is excluded by its path and host alone: only
 * these are known before a page is fetched. Rules that need more decide when pages are read, by `applyExclusions`.
 * Rules may change, so they are read again for each scan.
 */
export async function scanExclusions(
  site: SiteDb,
): Promise<(path: string, host: string) => boolean> {
  return compileExclusions((await site.rules.all()).map(toPromptRule))
}

/**
 * Marks the pages that rules exclude, or whose path is barred, as excluded, and excluded pages of which neither is true
 * any more as active. An excluded page keeps its record, and is not searched or prompted for. Throws the signal's
 * reason.
 */
export async function applyExclusions(
  site: SiteDb,
  isBarred: ((path: string) => boolean) | undefined,
  signal: AbortSignal,
): Promise<void> {
  const own = (await site.rules.all()).map(toPromptRule)
  const mayExclude = isBarred || own.some(({ actions }) => actions.excludeFromScan)
  if (!mayExclude && !(await site.pageStates.hasExcluded())) return
  const rules = compileRules(own)
  const { domain } = site.row
  const slice = new TimeSlice()
  const read = (after: number) => site.pageStates.readPages(after, STEP_PAGES, RULED_STATES)
  const groups = rowGroups(0, read, { size: STEP_PAGES, placeOf: ({ num }) => num })
  for await (const pages of groups) {
    const out: number[] = []
    const back: number[] = []
    for (const page of pages) {
      await slice.yieldIfOver()
      const facts = ruleSubjectOf(page, readRecordedPage(page), domain)
      const isOut = isBarred?.(page.path) || isExcluded(applyRules(facts, rules))
      if (isOut !== (page.state === 'excluded')) (isOut ? out : back).push(page.num)
    }
    await site.pageStates.setStates(out, 'excluded')
    await site.pageStates.setStates(back, 'active')
    await slice.yieldToLoop()
    signal.throwIfAborted()
  }
}
