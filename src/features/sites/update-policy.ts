import * as z from 'zod'
import { auditCall } from '../../kernel/door/audit.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { assertVersion, IfMatch } from '../../kernel/door/if-match.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { checkWholeOrApart } from '../../kernel/door/every-refusal.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { USES, type AskPolicy } from '../../protocol/policy/ask-policy.ts'
import { readPolicy } from '../../protocol/policy/read-policy.ts'
import { SitePolicy, toSitePolicy } from './site-policy.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

const terms = {
  attribution: z.string().optional().describe('required, requested or none'),
  maxExcerpt: z.number().optional().describe('Characters of an answer'),
  license: z.string().optional().describe('Address of the terms'),
}
const Texts = z.union([z.string(), z.array(z.string())]).optional()
const Use = z.enum([...USES, '*'])
const Uses = z.union([Use, z.array(Use)]).optional()

/**
 * The fields of a rule by name alone, so that a misspelt name is refused here, since the protocol would ignore it; the
 * protocol checks the values.
 */
const Rule = z.strictObject({ path: Texts, targets: Texts, allow: Uses, deny: Uses, ...terms })

/** PUT /sites/:id/policy: replaces the whole Ask Policy of a site, or removes it. */
export const updatePolicy = defineOperation({
  name: 'sites.updatePolicy',
  summary: 'Set the Ask Policy of a site',
  access: { by: 'scope', anyOf: ['sites:write'] },
  http: { method: 'put', path: '/sites/:id/policy', ifMatch: true },
  input: z.strictObject({
    id: PathId,
    ifMatch: IfMatch,
    policy: z
      .strictObject({ ...terms, rules: z.array(Rule).optional() })
      .nullable()
      .describe('As the Ask AI Protocol 1.0 has it; null for the default'),
  }),
  output: SitePolicy,
  rules: [(_, { policy }) => policy && checkWholeOrApart(policy, 'policy.', checkedPolicy)],
  async handler(ctx, input) {
    const policy = input.policy && checkedPolicy(input.policy)
    const updatedAt = ctx.app.now()
    return ctx.db.transaction(async (trx) => {
      const site = await findSiteById(trx, input.id)
      const before = await site.policy.find()
      const version = before?.version ?? 0
      assertVersion('policy', version, input.ifMatch)
      const stored = { policy: policy && JSON.stringify(policy), version: version + 1, updatedAt }
      await site.policy.save(stored)
      await auditCall(ctx, trx, 'site.update_policy', site.row.id, {
        version: stored.version,
        rules: policy?.rules.length ?? null,
      })
      return toSitePolicy(site, stored)
    })
  },
})

/** Returns the sent policy as the protocol reads it. Throws VALIDATION_FAILED with what the protocol says is wrong. */
function checkedPolicy(sent: Readonly<Record<string, unknown>>): AskPolicy {
  const read = readPolicy(sent)
  if (read.ok) return read.value
  const fields = read.problems.map(({ path, code, message }) => ({
    path: path === '' ? 'policy' : `policy.${path}`,
    code,
    message,
  }))
  throw new ServiceError('VALIDATION_FAILED', 'The policy is not as the protocol has it', {
    fields,
  })
}
