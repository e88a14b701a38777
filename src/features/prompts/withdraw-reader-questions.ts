import { setImmediate as turn } from 'node:timers/promises'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { readAskedHere } from './asked-here.ts'
import { loadReoffer } from './load-reoffer.ts'

/** The number of pages that are read at a time. */
const STEP_PAGES = 200

/**
 * Removes the questions of readers that may no longer be offered from the prompts of a site, so that a question which
 * its owner withdraws or deletes does not stay in the widget and the manifest until the next scan. Pages that were not
 * reached when it ends early are due with that scan.
 */
export async function withdrawReaderQuestions(
  { app, db }: Pick<OrgContext, 'app' | 'db'>,
  siteId: string,
): Promise<void> {
  const site = await db.sites.find(siteId)
  let nums = (await site?.prompts.offeringReaders(0, STEP_PAGES)) ?? []
  if (!site || nums.length === 0) return
  const asked = await readAskedHere(site, app.now())
  const reoffer = await loadReoffer(app, site)
  while (nums.length > 0) {
    for (const num of nums) {
      await reoffer(db, num, asked.get(num) ?? [])
      await turn()
    }
    nums = await site.prompts.offeringReaders(nums.at(-1) ?? 0, STEP_PAGES)
  }
}
