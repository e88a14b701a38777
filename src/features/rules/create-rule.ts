import type * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { actorOf } from '../../kernel/door/principal.ts'
import { checkEffect, checkReadableActions, checkRule } from './check-rule.ts'
import { checkSiteLimits } from './check-site-limits.ts'
import { toPromptRule } from '../../domain/prompt-rules/stored-rule.ts'
import { MAX_POSITION, MAX_RULES, NewRule, POSITION_GAP, Rule, toRule } from './rule.ts'
import { findWritableSite } from './find-writable-site.ts'

const Input = NewRule.extend({ siteId: PathId })

/** POST /rules/:siteId: makes a rule, which acts after the others unless the input has a position. */
export const createRule = defineOperation({
  name: 'rules.create',
  summary: 'Create a prompt rule',
  access: { by: 'scope', anyOf: ['rules:write'] },
  http: { method: 'post', path: '/rules/:siteId', status: 201 },
  input: Input,
  output: Rule,
  precheck: ({ db, principal }, { siteId }) => findWritableSite(db, principal, siteId),
  rules: [
    (_, { actions, stop }) => checkEffect({ actions, stop }),
    async ({ db, principal }, { siteId, actions }) =>
      checkReadableActions((await findWritableSite(db, principal, siteId)).row, actions),
    async ({ db, principal }, { siteId, match }) => {
      const site = await findWritableSite(db, principal, siteId)
      const others = (await site.rules.all()).map((row) => toPromptRule(row).match)
      checkSiteLimits(others, match)
    },
  ],
  async handler(ctx, input) {
    const { db, principal } = ctx
    return db.transaction(async (trx) => {
      const site = await findWritableSite(trx, principal, input.siteId)
      await checkRule(site.row, input)
      const others = (await site.rules.all()).map(toPromptRule)
      if (others.length >= MAX_RULES) {
        throw new ServiceError('LIMIT_REACHED', `A site has at most ${MAX_RULES} rules`)
      }
      const matches = others.map(({ match }) => match)
      checkSiteLimits(matches, input.match)
      const row = newRow(ctx, input, nextPosition(others.at(-1)?.position))
      await site.rules.insert(row)
      await auditCall(ctx, trx, 'rule.create', row.id, { siteId: site.row.id, name: row.name })
      return toRule(row, site.row.id, 0)
    })
  },
})

/**
 * Returns the position behind the last rule, whose position is `last`; rules of equal position act in the order of
 * their creation.
 */
export const nextPosition = (last: number | undefined): number =>
  Math.min((last ?? 0) + POSITION_GAP, MAX_POSITION)

function newRow({ app, principal }: OrgContext, input: z.output<typeof Input>, position: number) {
  const now = app.now()
  return {
    id: app.newId('rul'),
    position: input.position ?? position,
    name: input.name,
    description: input.description,
    is_enabled: input.enabled ? 1 : 0,
    conditions: JSON.stringify(input.match),
    actions: JSON.stringify(input.actions),
    is_last: input.stop ? 1 : 0,
    created_by: JSON.stringify(actorOf(principal)),
    created_at: now,
    updated_at: now,
    version: 1,
    last_matched_at: null,
  }
}
