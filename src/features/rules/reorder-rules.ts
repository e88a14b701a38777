import * as z from 'zod'
import { audit } from '../../kernel/audit.ts'
import { ServiceError, type FieldError } from '../../kernel/errors.ts'
import { PathId } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { actorOf } from '../../kernel/principal.ts'
import { MAX_RULES, POSITION_GAP } from './rule.ts'
import { findWritableSite } from './find-writable-site.ts'

/**
 * POST /rules/:siteId/reorder: gives rules new positions with gaps between them; a rule that moves gets a new version.
 */
export const reorderRules = defineOperation({
  name: 'rules.reorder',
  summary: 'Put all prompt rules of a site in another order',
  effect: 'write',
  access: { by: 'scope', anyOf: ['rules:write'] },
  http: { surface: 'api', method: 'post', path: '/rules/:siteId/reorder' },
  input: z.strictObject({
    siteId: PathId,
    ruleIds: z.array(PathId).max(MAX_RULES).describe('Every rule of the site, first to last'),
  }),
  output: z.object({ rules: z.array(z.object({ id: z.string(), position: z.int() })) }),
  precheck: ({ db, principal }, { siteId }) => findWritableSite(db, principal, siteId),
  async handler({ app, caller, db, principal }, { siteId, ruleIds }) {
    return db.transaction(async (trx) => {
      const site = await findWritableSite(trx, principal, siteId)
      const before = new Map((await site.rules.order()).map(({ id, position }) => [id, position]))
      assertWhole(ruleIds, new Set(before.keys()))
      const rules = ruleIds.map((id, i) => ({ id, position: (i + 1) * POSITION_GAP }))
      await site.rules.move(
        rules.filter(({ id, position }) => before.get(id) !== position),
        app.now(),
      )
      await audit(trx, {
        action: 'rule.reorder',
        target: { type: 'site', id: site.row.id },
        actor: actorOf(principal),
        detail: { ruleIds },
        requestId: caller.requestId,
        at: app.now(),
      })
      return { rules }
    })
  },
})

/** Throws VALIDATION_FAILED unless the list has each rule of the site once, and nothing else. */
function assertWhole(ruleIds: readonly string[], known: ReadonlySet<string>): void {
  const wrong = ruleIds.flatMap((id, i): FieldError[] => {
    const path = `ruleIds[${i}]`
    if (!known.has(id)) return [{ path, code: 'unknown_rule', message: 'No rule of this site' }]
    if (ruleIds.indexOf(id) === i) return []
    return [{ path, code: 'duplicate', message: 'This rule stands before' }]
  })
  const given = new Set(ruleIds)
  const missing = [...known].filter((id) => !given.has(id))
  const fields = [
    ...wrong,
    ...(missing.length > 0
      ? [{ path: 'ruleIds', code: 'missing', message: `Left out: ${missing.join(', ')}` }]
      : []),
  ]
  if (fields.length === 0) return
  throw new ServiceError(
    'VALIDATION_FAILED',
    'Give every rule of the site once; the list may have changed, read it again',
    { fields },
  )
}
