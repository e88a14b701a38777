import * as z from 'zod'
import { SiteReference } from '../../kernel/door/inputs.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { siteRule } from '../../kernel/reads/site-rules.ts'
import { defineOperation } from '../../kernel/door/operation.ts'

/** A site in checked words alone: a prompt may repeat them. */
export const NamedSite = z.object({ domain: z.string() })

/** Finds which site a caller means. */
export const nameSite = defineOperation({
  name: 'sites.name',
  summary: 'The domain of a site, by whatever name it was asked for',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'] },
  input: z.strictObject({ site: SiteReference }),
  output: NamedSite,
  rules: [siteRule],
  async handler({ db }, { site }) {
    const { row } = await findSite(db, site)
    return { domain: row.domain }
  },
})
