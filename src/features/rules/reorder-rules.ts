import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { checkEach } from '../../kernel/door/every-refusal.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { MAX_RULES, POSITION_GAP } from './rule.ts'
import { findWritableSite } from './find-writable-site.ts'

/**
 * POST /rules/:siteId/reorder: gives rules new positions with gaps between them; a rule that moves gets a new version.
 */
export const reorderRules = defineOperation({
  name: 'rules.reorder',
  summary: 'Put all prompt rules of a site in another order',
  access: { by: 'scope', anyOf: ['rules:write'] },
  http: { method: 'post', path: '/rules/:siteId/reorder' },
  input: z.strictObject({
    siteId: PathId,
    ruleIds: z.array(PathId).max(MAX_RULES).describe('Every rule of the site, first to last'),
  }),
  output: z.object({ rules: z.array(z.object({ id: z.string(), position: z.int() })) }),
  precheck: ({ db, principal }, { siteId }) => findWritableSite(db, principal, siteId),
  rules: [
    async (ctx, { siteId, ruleIds }) => assertOwn(ruleIds, await knownRules(ctx, siteId)),
    async (ctx, { siteId, ruleIds }) => assertNoneLeft(ruleIds, await knownRules(ctx, siteId)),
  ],
  async handler(ctx, { siteId, ruleIds }) {
    const { app, db, principal } = ctx
    return db.transaction(async (trx) => {
      const site = await findWritableSite(trx, principal, siteId)
      const before = new Map((await site.rules.order()).map(({ id, position }) => [id, position]))
      const known = new Set(before.keys())
      checkEach([assertOwn, assertNoneLeft], (check) => check(ruleIds, known))
      const rules = ruleIds.map((id, i) => ({ id, position: (i + 1) * POSITION_GAP }))
      await site.rules.move(
        rules.filter(({ id, position }) => before.get(id) !== position),
        app.now(),
      )
      await auditCall(ctx, trx, 'rule.reorder', site.row.id, { ruleIds })
      return { rules }
    })
  },
})

async function knownRules({ db, principal }: OrgContext, siteId: string): Promise<Set<string>> {
  const site = await findWritableSite(db, principal, siteId)
  return new Set((await site.rules.order()).map(({ id }) => id))
}

/** Throws VALIDATION_FAILED for an id that is not of a rule of the site, or that is in the list twice. */
function assertOwn(ruleIds: readonly string[], known: ReadonlySet<string>): void {
  const seen = new Set<string>()
  checkEach(ruleIds, (id, i) => {
    const path = `ruleIds[${i}]`
    if (!known.has(id)) throw invalidField(path, 'unknown_rule', 'No rule of this site')
    if (seen.has(id)) throw invalidField(path, 'duplicate', 'This rule stands before')
    seen.add(id)
  })
}

/** Throws VALIDATION_FAILED where the list leaves out a rule of the site. */
function assertNoneLeft(ruleIds: readonly string[], known: ReadonlySet<string>): void {
  const given = new Set(ruleIds)
  const missing = [...known].filter((id) => !given.has(id))
  if (missing.length === 0) return
  const message = `Left out: ${missing.join(', ')}; the list may have changed, read it again`
  throw invalidField('ruleIds', 'missing', message)
}
