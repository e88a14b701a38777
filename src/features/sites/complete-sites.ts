import { Completion, CompletionInput, MAX_COMPLETIONS } from '../../kernel/assistants/completion.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** Completes a site by its domain or its name; the answer is a domain always. */
export const completeSites = defineOperation({
  name: 'sites.complete',
  summary: 'Domains of sites that go with what was typed',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'] },
  input: CompletionInput,
  output: Completion,
  async handler({ db }, { prefix }) {
    const { domains, total } = await db.sites.completeDomain(prefix.trim(), MAX_COMPLETIONS)
    return { values: domains, total }
  },
})
