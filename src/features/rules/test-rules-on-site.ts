import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { enabledInOrder } from '../../domain/prompt-rules/apply-rules.ts'
import type { PromptRule } from '../../domain/prompt-rules/rule-input.ts'
import { addEffects, noEffects, type ruleEffects } from './rule-effects.ts'

/** The number of pages that a thread looks at before other work has its turn. */
const STEP_PAGES = 250
/** The most pages of one dry run, and the most milliseconds that it takes. */
const MAX_PAGES = 10_000
const MAX_MS = 10_000

const Sample = { pageId: z.string(), path: z.string() }
const Changed = z.object({
  count: z.int(),
  samples: z.array(z.object({ ...Sample, fields: z.array(z.string()) })),
})

/** The effects of rules on the pages of a site that scans have read. */
export const SiteDryRun = z.object({
  pages: z.int().describe('That were looked at'),
  isWhole: z
    .boolean()
    .describe(`False where the site has more: at most ${MAX_PAGES} are looked at`),
  rules: z
    .array(z.object({ ruleId: z.string(), matches: z.int() }))
    .describe('Enabled rules in their order, with the number of pages that each matches'),
  affected: Changed.describe('Pages about which the rules decide anything, and what'),
  changed: Changed.describe('Pages about which they decide otherwise than the stored rules'),
  excluded: z
    .object({
      count: z.int(),
      added: z.int().describe('Of these, pages that the stored rules keep'),
      readmitted: z.int().describe('Pages that only the stored rules leave out'),
      samples: z.array(z.object({ ...Sample, ruleId: z.string().nullable() })),
    })
    .describe('Pages that they leave out of scans'),
})

/** Finds the effects of rules on the whole site, in a thread and by steps, so that no other request has to wait. */
export async function testRulesOnSite(
  app: AppContext,
  site: SiteDb,
  tried: readonly PromptRule[],
  stored: readonly PromptRule[] | undefined,
): Promise<z.input<typeof SiteDryRun>> {
  const { domain } = site.row
  const effects = noEffects()
  const endsAt = app.elapsed() + MAX_MS
  let isWhole = false
  for (let after = 0; effects.pages < MAX_PAGES && app.elapsed() < endsAt;) {
    const pages = await site.pageStates.readPages(after, STEP_PAGES)
    const last = pages.at(-1)
    if (last) {
      const step = { domain, tried, stored, pages }
      addEffects(effects, await app.inThread<typeof ruleEffects>('ruleEffects', step))
      after = last.num
    }
    isWhole = pages.length < STEP_PAGES
    if (isWhole) break
  }
  const { matches, ...counted } = effects
  return {
    ...counted,
    isWhole,
    rules: enabledInOrder(tried).map(({ id }) => ({ ruleId: id, matches: matches[id] ?? 0 })),
  }
}
