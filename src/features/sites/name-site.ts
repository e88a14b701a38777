import * as z from 'zod'
import { SiteReference } from '../../kernel/door/inputs.ts'
import { findSite, isNamedBy } from '../../kernel/names/find-site.ts'
import { siteRule } from '../../kernel/reads/site-rules.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { BoundSite } from '../../kernel/assistants/server-definition.ts'
import { Completion, CompletionInput, MAX_COMPLETIONS } from '../../kernel/assistants/completion.ts'

/** A site by its domain alone, which is a checked word, so that a prompt may repeat it. */
export const NamedSite = z.object({ domain: z.string() })

/** Returns the domain of the site that a caller means by a name, a domain, an address or an id. */
export const nameSite = defineOperation({
  name: 'sites.name',
  summary: 'The domain of a site, by whatever name it was asked for',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'], withoutWords: true },
  input: z.strictObject({ site: SiteReference }),
  output: NamedSite,
  rules: [siteRule],
  async handler({ db }, { site }) {
    const { row } = await findSite(db, site)
    return { domain: row.domain }
  },
})

/**
 * Finds the site that the URI of a resource names by domain, alias or id. Only the exact text counts: a site with a
 * similar name may be another one tomorrow.
 */
export const bindSite = defineOperation({
  name: 'sites.bind',
  summary: 'The site that an address is bound to, by its domain, an alias or its id',
  access: {
    by: 'scope',
    anyOf: ['sites:read', 'analytics:read', 'prompts:read', 'rules:read'],
    withoutWords: true,
  },
  input: z.strictObject({ site: z.string().min(1).max(300).describe('Domain, alias or id') }),
  output: BoundSite,
  rules: [siteRule],
  async handler({ db }, { site }) {
    const { row } = await findSite(db, site)
    if (!isNamedBy(row, site)) throw notFound(`site; did you mean ${row.domain}?`)
    return { id: row.id, domain: row.domain }
  },
})

/** Completes a site by the beginning of its domain or its name; the answers are always domains. */
export const completeSites = defineOperation({
  name: 'sites.complete',
  summary: 'Domains of sites that go with what was typed',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'], withoutWords: true },
  input: CompletionInput,
  output: Completion,
  async handler({ db }, { prefix }) {
    const { domains, total } = await db.sites.completeDomain(prefix.trim(), MAX_COMPLETIONS)
    return { values: domains, total }
  },
})
