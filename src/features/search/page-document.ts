import * as z from 'zod'
import { SiteReference, UriPath } from '../../kernel/door/inputs.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { findPageOf } from './find-page.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { siteRule } from '../../kernel/reads/site-rules.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { ResourceText } from '../../kernel/assistants/resource.ts'
import { toDocument } from './document.ts'
import { pageSource } from './page-source.ts'

/** Returns the text of a page as a resource that clients read, cut to what one answer holds. */
export const readPageText = defineOperation({
  name: 'search.pageText',
  summary: 'The text of a page as a scan read it, with what readers asked there',
  access: { by: 'scope', anyOf: ['sites:read'], withoutWords: true },
  input: z.strictObject({ site: SiteReference, path: UriPath }),
  output: ResourceText,
  rules: [siteRule],
  async handler(ctx, { site, path }) {
    const found = await findPageOf(ctx.db, await findSite(ctx.db, site), path)
    const source = found && (await pageSource(ctx, found))
    if (!source) throw notFound('page')
    const { text, url, metadata } = toDocument(`page:${found.page.id}`, source, 1)
    const told = ['score', 'mend', 'evidence', 'caps', 'note'].flatMap((name) =>
      typeof metadata[name] === 'string' || typeof metadata[name] === 'number'
        ? [`${name}: ${metadata[name]}`]
        : [],
    )
    return { text: [url, ...told, text].join('\n') }
  },
})
