import * as z from 'zod'
import { notFound } from '../../kernel/door/errors.ts'
import { findSite, isNamedBy } from '../../kernel/names/find-site.ts'
import { siteRule } from '../../kernel/reads/site-rules.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { BoundSite } from '../../kernel/assistants/server-definition.ts'

/** Finds the site that an address names: exactly, since what a name is like may be another site tomorrow. */
export const bindSite = defineOperation({
  name: 'sites.bind',
  summary: 'The site that an address is bound to, by its domain, an alias or its id',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read', 'prompts:read', 'rules:read'] },
  input: z.strictObject({ site: z.string().min(1).max(300).describe('Domain, alias or id') }),
  output: BoundSite,
  rules: [siteRule],
  async handler({ db }, { site }) {
    const { row } = await findSite(db, site)
    if (!isNamedBy(row, site)) throw notFound(`site; did you mean ${row.domain}?`)
    return { id: row.id, domain: row.domain }
  },
})
