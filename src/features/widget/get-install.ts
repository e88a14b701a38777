import * as z from 'zod'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { SiteInstall, siteInstallOf } from './site-install.ts'
import { RECIPE_IDS, recipesOf, tagOf } from './recipes.ts'
import { plainAddress, widgetScriptUrl, widgetTag } from './widget-tag.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

/** GET /sites/:id/install: returns the texts that are pasted into the pages of a site. */
export const getInstall = defineOperation({
  name: 'sites.install',
  summary: 'The tag of the widget for a site, and how it comes onto pages',
  access: { by: 'scope', anyOf: ['sites:read'] },
  http: { method: 'get', path: '/sites/:id/install' },
  input: z.strictObject({ id: PathId }),
  output: z.object({
    siteId: z.string(),
    install: SiteInstall.describe(
      'Whether the widget runs; stale is two weeks without a sign of it',
    ),
    scriptUrl: z.string(),
    tag: z.string(),
    pinned: z
      .object({ scriptUrl: z.string(), integrity: z.string(), tag: z.string() })
      .describe('The widget as it is today, which the browser checks; it is never updated'),
    csp: z
      .array(z.object({ directive: z.string(), source: z.string(), line: z.string() }))
      .describe('What a Content-Security-Policy has to allow, and nothing else'),
    recipes: z.array(
      z.object({
        id: z.enum(RECIPE_IDS),
        label: z.string(),
        file: z.string(),
        language: z.string(),
        text: z.string(),
      }),
    ),
    check: z.string().describe('The command that says whether the tag is live'),
  }),
  async handler({ app, db }, { id }) {
    const site = await findSiteById(db, id)
    const siteId = site.row.id
    const { pinnedPath, integrity } = await app.widgetFile()
    const scriptUrl = widgetScriptUrl(app.publicUrl)
    const pinnedUrl = plainAddress(`${app.publicUrl}${pinnedPath}`)
    return {
      siteId,
      install: siteInstallOf(site.row, app.now()),
      scriptUrl,
      tag: widgetTag(app.publicUrl, siteId),
      pinned: {
        scriptUrl: pinnedUrl,
        integrity,
        tag: tagOf({ src: pinnedUrl, siteId }, ` integrity="${integrity}" crossorigin="anonymous"`),
      },
      csp: cspLines(new URL(scriptUrl).origin),
      recipes: recipesOf({ src: scriptUrl, siteId }),
      check: `npx citable widget check ${plainAddress(site.row.url)} --site ${siteId}`,
    }
  },
})

const cspLines = (source: string) =>
  ['script-src', 'connect-src'].map((directive) => ({
    directive,
    source,
    line: `${directive} ${source};`,
  }))
