import * as z from 'zod'
import { notFound } from '../../kernel/door/errors.ts'
import { SiteReference, UriPath } from '../../kernel/door/inputs.ts'
import { findPageOf } from '../search/face.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { siteRule } from '../../kernel/reads/site-rules.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { ResourceText } from '../../kernel/assistants/resource.ts'
import { pageSubject, siteSubject } from './fetch-report.ts'
import { reportOf, type ReportSubject } from './report-text.ts'

/** Reports the last 28 days of a site, as a resource that clients read. */
export const siteReport = defineOperation({
  name: 'analytics.siteReport',
  summary: 'The last 28 days of a site as a text',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  input: z.strictObject({ site: SiteReference }),
  output: ResourceText,
  rules: [siteRule],
  async handler(ctx, input) {
    return { text: await written(ctx, siteSubject(await findSite(ctx.db, input.site))) }
  },
})

/** Reports the last 28 days of a page, as a resource that clients read. */
export const pageReport = defineOperation({
  name: 'analytics.pageReport',
  summary: 'The last 28 days of a page as a text',
  access: { by: 'scope', anyOf: ['analytics:read'], withoutWords: true },
  input: z.strictObject({ site: SiteReference, path: UriPath }),
  output: ResourceText,
  rules: [siteRule],
  async handler(ctx, { site, path }) {
    const found = await findPageOf(ctx.db, await findSite(ctx.db, site), path)
    if (!found) throw notFound('page')
    return { text: await written(ctx, pageSubject(found)) }
  },
})

async function written(ctx: OrgContext, subject: ReportSubject): Promise<string> {
  const { text } = await reportOf(ctx, subject)
  return `${subject.title}\n${subject.url}\n${text}`
}
