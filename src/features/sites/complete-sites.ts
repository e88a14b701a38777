import { Completion, CompletionInput, completionOf } from '../../kernel/completion.ts'
import { defineOperation } from '../../kernel/operation.ts'

/** Sites that are looked through for what was typed. */
const MAX_SEARCHED = 5_000

/** Completes a site by its domain or its name; the answer is a domain always. */
export const completeSites = defineOperation({
  name: 'sites.complete',
  summary: 'Domains of sites that go with what was typed',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'] },
  input: CompletionInput,
  output: Completion,
  async handler({ db }, { prefix }) {
    const rows = await db.sites
      .query()
      .select(['domain', 'name'])
      .orderBy('domain')
      .limit(MAX_SEARCHED)
      .execute()
    const candidates = rows.map(({ domain, name }) => ({ value: domain, names: [domain, name] }))
    return completionOf(candidates, prefix)
  },
})
