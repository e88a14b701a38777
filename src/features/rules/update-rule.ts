import * as z from 'zod'
import type { RuleRow } from '../../../db/rules/rule-store.ts'
import { audit } from '../../kernel/audit.ts'
import { notFound } from '../../kernel/errors.ts'
import { assertVersion, IfMatch } from '../../kernel/if-match.ts'
import { PathId } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { actorOf } from '../../kernel/principal.ts'
import { toPromptRule } from '../../domain/prompt-rules/stored-rule.ts'
import { checkRule } from './check-rule.ts'
import { checkSiteLimits } from './check-site-limits.ts'
import { Rule, ruleFields, toRule } from './rule.ts'
import { findWritableSite } from './find-writable-site.ts'

const Input = z.strictObject({
  siteId: PathId,
  ruleId: PathId,
  ifMatch: IfMatch,
  name: ruleFields.name.optional(),
  description: ruleFields.description.optional(),
  enabled: ruleFields.enabled.optional(),
  match: ruleFields.match.optional(),
  actions: ruleFields.actions.optional(),
  stop: ruleFields.stop.optional(),
  position: ruleFields.position.optional(),
})

/** PUT /rules/:siteId/:ruleId: changes the fields that are sent; `match` and `actions` are replaced whole. */
export const updateRule = defineOperation({
  name: 'rules.update',
  summary: 'Change a prompt rule; fields that are left out stay',
  effect: 'write',
  access: { by: 'scope', anyOf: ['rules:write'] },
  http: { surface: 'api', method: 'put', path: '/rules/:siteId/:ruleId', ifMatch: true },
  input: Input,
  output: Rule,
  precheck: ({ db, principal }, { siteId }) => findWritableSite(db, principal, siteId),
  async handler({ app, caller, db, principal }, input) {
    const now = app.now()
    return db.transaction(async (trx) => {
      const site = await findWritableSite(trx, principal, input.siteId)
      const current = await site.rules.find(input.ruleId)
      if (!current) throw notFound('rule')
      assertVersion('rule', current.version, input.ifMatch)
      const changes = changesOf(input)
      const next = { ...current, ...changes, updated_at: now, version: current.version + 1 }
      // A rule that the policy came to refuse can still be disabled, moved and renamed.
      if ((input.actions ?? input.stop) !== undefined) await checkRule(site.row, toPromptRule(next))
      if (input.match !== undefined) {
        const rules = (await site.rules.all()).map(toPromptRule)
        const others = rules.filter(({ id }) => id !== current.id).map(({ match }) => match)
        checkSiteLimits(others, input.match, toPromptRule(current).match)
      }
      await site.rules.update(current.id, {
        ...changes,
        updated_at: next.updated_at,
        version: next.version,
      })
      await audit(trx, {
        action: 'rule.update',
        target: { type: 'rule', id: current.id },
        actor: actorOf(principal),
        detail: { siteId: site.row.id, changed: changedFields(input), version: next.version },
        requestId: caller.requestId,
        at: now,
      })
      const hits = await site.rules.hits([current.id], now)
      return toRule(next, site.row.id, hits.get(current.id) ?? 0)
    })
  },
})

function changesOf(input: z.output<typeof Input>): Partial<RuleRow> {
  const { name, description, enabled, match, actions, stop, position } = input
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(enabled !== undefined && { is_enabled: enabled ? 1 : 0 }),
    ...(match !== undefined && { conditions: JSON.stringify(match) }),
    ...(actions !== undefined && { actions: JSON.stringify(actions) }),
    ...(stop !== undefined && { is_last: stop ? 1 : 0 }),
    ...(position !== undefined && { position }),
  }
}

/** Names the fields alone, since templates may be long. */
const changedFields = (input: z.output<typeof Input>): string[] =>
  Object.keys(input).filter((name) => Object.hasOwn(ruleFields, name))
