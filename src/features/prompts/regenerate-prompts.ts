import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { checkWholeOrApart } from '../../kernel/door/every-refusal.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { writerOf } from './prompt-context.ts'

/** The most pages whose prompts one request writes, which takes about a second. */
const MAX_PAGES = 200
/** The number of prompts that are marked in one transaction. */
const STEP_PAGES = 200
/** The most pages that a language model writes for while a client waits; each may take seconds. */
const MAX_WRITTEN_PAGES = 20

/**
 * POST /prompts/:siteId/regenerate: makes the prompts that are due, and on request those of named pages or all, from
 * the pages as the last scan saw them.
 */
export const regeneratePrompts = defineOperation({
  name: 'prompts.regenerate',
  summary: 'Write prompts anew; locked ones stay. Asked again with {} it goes on with what is due',
  access: { by: 'scope', anyOf: ['prompts:write'] },
  http: { method: 'post', path: '/prompts/:siteId/regenerate', idempotency: 'after' },
  input: z.strictObject({
    siteId: PathId,
    pageIds: z.array(PathId).min(1).max(MAX_PAGES).optional().describe('Only these pages'),
    all: z.boolean().optional().describe('true: every page that was scanned'),
  }),
  output: z.object({
    generated: z.int().describe('Pages that had no prompt'),
    updated: z.int().describe('Prompts that are not what they were'),
    unchanged: z.int(),
    due: z.int().describe('Pages left for another request, or for the next scan'),
    fellBack: z.int().describe('Pages that the language model did not write for'),
    fallbacks: z.record(z.string(), z.int()).describe('The same by reason'),
  }),
  rules: [
    async ({ db }, { siteId, pageIds }) => {
      const site = await db.sites.find(siteId)
      if (!site || !pageIds) return
      await checkWholeOrApart({ pageIds }, '', (ids) => numbersOf(site, ids.pageIds))
    },
  ],
  async handler(ctx, { siteId, pageIds, all }) {
    const { app, db, principal } = ctx
    const site = await findSiteById(db, siteId)
    const nums = pageIds && (await numbersOf(site, pageIds))
    if (nums !== undefined || all === true) {
      await db.transaction(async (trx) => {
        const own = await trx.sites.find(site.row.id)
        if (nums) await own?.prompts.markDue(nums)
        const detail = nums ? { pages: nums.length } : { all: true }
        await auditCall(ctx, trx, 'prompt.regenerate', site.row.id, detail)
      })
      if (!nums) await markAllDue(site)
    }
    const { runGeneration } = await import('./generate-for-site.ts')
    const maxPages = (await writerOf(app, site)) ? MAX_WRITTEN_PAGES : MAX_PAGES
    const limits = { maxPages, actor: actorOf(principal), ...(nums && { only: new Set(nums) }) }
    // The request is short unless a model is slow, and the next request does what this one leaves.
    return runGeneration(app, db, site, app.stopping, limits)
  },
})

/**
 * Marks all prompts of a site that are not locked as due, in steps, so that other work runs in between, since a site
 * may have very many.
 */
async function markAllDue({ prompts }: SiteDb): Promise<void> {
  for (let nums = await prompts.unlockedAfter(0, STEP_PAGES); nums.length > 0;) {
    await prompts.markDue(nums)
    await turn()
    nums = await prompts.unlockedAfter(nums.at(-1) ?? 0, STEP_PAGES)
  }
}

async function numbersOf({ prompts }: SiteDb, ids: readonly string[]): Promise<number[]> {
  const found = new Map((await prompts.pagesById(ids)).map(({ id, num }) => [id, num]))
  const fields = ids.flatMap((id, i) =>
    found.has(id)
      ? []
      : [
          {
            path: `pageIds[${i}]`,
            code: 'unknown_page',
            message: 'No page of the site has this id',
          },
        ],
  )
  if (fields.length > 0) throw new ServiceError('VALIDATION_FAILED', 'Unknown pages', { fields })
  return [...found.values()]
}
