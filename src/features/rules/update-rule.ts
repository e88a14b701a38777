import * as z from 'zod'
import type { RuleRow } from '../../../db/rules/rule-store.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { auditCall } from '../../kernel/door/audit.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { assertVersion, IfMatch } from '../../kernel/door/if-match.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { toPromptRule } from '../../domain/prompt-rules/stored-rule.ts'
import { checkReadableActions, checkRule } from './check-rule.ts'
import { checkSiteLimits } from './check-site-limits.ts'
import { Rule, ruleFields, toRule } from './rule.ts'
import { findWritableSite } from './find-writable-site.ts'

const Input = z.strictObject({
  siteId: PathId,
  ruleId: PathId,
  ifMatch: IfMatch,
  ...z.object(ruleFields).partial().shape,
})

/**
 * PUT /rules/:siteId/:ruleId: changes the fields of a rule that are sent; `match` and `actions` are replaced as a
 * whole.
 */
export const updateRule = defineOperation({
  name: 'rules.update',
  summary: 'Change a prompt rule; fields that are left out stay',
  access: { by: 'scope', anyOf: ['rules:write'] },
  http: { method: 'put', path: '/rules/:siteId/:ruleId', ifMatch: true },
  input: Input,
  output: Rule,
  precheck: ({ db, principal }, { siteId }) => findWritableSite(db, principal, siteId),
  rules: [
    async ({ db, principal }, { siteId, actions }) =>
      actions && checkReadableActions((await findWritableSite(db, principal, siteId)).row, actions),
    async ({ db, principal }, { siteId, ruleId, actions, stop }) => {
      const site = await findWritableSite(db, principal, siteId)
      const current = await site.rules.find(ruleId)
      if (current) await checkChange(site, current, { actions, stop })
    },
    async ({ db, principal }, { siteId, ruleId, match }) => {
      const site = await findWritableSite(db, principal, siteId)
      const current = await site.rules.find(ruleId)
      if (current) await checkMatch(site, current, match)
    },
  ],
  async handler(ctx, input) {
    const { app, db, principal } = ctx
    const now = app.now()
    return db.transaction(async (trx) => {
      const site = await findWritableSite(trx, principal, input.siteId)
      const current = await site.rules.find(input.ruleId)
      if (!current) throw notFound('rule')
      assertVersion('rule', current.version, input.ifMatch)
      const changes = changesOf(input)
      const next = { ...current, ...changes, updated_at: now, version: current.version + 1 }
      await checkChange(site, current, input)
      await checkMatch(site, current, input.match)
      await site.rules.update(current.id, {
        ...changes,
        updated_at: next.updated_at,
        version: next.version,
      })
      await auditCall(ctx, trx, 'rule.update', current.id, {
        siteId: site.row.id,
        changed: changedFields(input),
        version: next.version,
      })
      const hits = await site.rules.hits([current.id], now)
      return toRule(next, site.row.id, hits.get(current.id) ?? 0)
    })
  },
})

/**
 * Checks a changed rule only where its actions or `stop` change, so that a rule which the policy refuses by now can
 * still be disabled, moved and renamed.
 */
async function checkChange(
  site: SiteDb,
  current: RuleRow,
  input: Pick<z.output<typeof Input>, 'actions' | 'stop'>,
): Promise<void> {
  const { actions, stop } = input
  if ((actions ?? stop) === undefined) return
  await checkRule(site.row, toPromptRule({ ...current, ...changesOf({ actions, stop }) }))
}

async function checkMatch(
  site: SiteDb,
  current: RuleRow,
  match: z.output<typeof Input>['match'],
): Promise<void> {
  if (match === undefined) return
  const rules = (await site.rules.all()).map(toPromptRule)
  const others = rules.filter(({ id }) => id !== current.id).map((rule) => rule.match)
  checkSiteLimits(others, match, toPromptRule(current).match)
}

function changesOf(input: Partial<z.output<typeof Input>>): Partial<RuleRow> {
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

/** Lists the names of the changed fields for the audit log, without their values, since templates may be long. */
const changedFields = (input: z.output<typeof Input>): string[] =>
  Object.keys(input).filter((name) => Object.hasOwn(ruleFields, name))
