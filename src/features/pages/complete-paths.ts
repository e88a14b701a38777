import { Completion, CompletionInput, MAX_COMPLETIONS } from '../../kernel/assistants/completion.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { siteRule } from '../../kernel/reads/site-rules.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** Completes the path of a page that the last scan offers. Paths that only visitors have named are never shown. */
export const completePaths = defineOperation({
  name: 'pages.complete',
  summary: 'Paths of a site’s pages that go with what was typed',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'], withoutWords: true },
  input: CompletionInput,
  output: Completion,
  rules: [siteRule],
  async handler({ db }, { prefix, site: reference }) {
    const site = await findSite(db, reference)
    const typed = prefix.trim()
    const hasSlash = typed.startsWith('/')
    const { paths, total } = await site.names.completePath(
      hasSlash ? typed : `/${typed}`,
      MAX_COMPLETIONS,
    )
    // The open part of a URI follows a slash, and a caller who begins with another one goes on with it.
    return { values: hasSlash ? paths : paths.map((path) => path.slice(1)), total }
  },
})
