import * as z from 'zod'
import { cursorBinding } from '../../kernel/cursor.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { notesOnPath, readPath } from '../../kernel/names/read-path.ts'
import { notesOnUnknownPath } from '../../kernel/names/unseen-values.ts'
import { PagePath, SiteReference, tablePage } from '../../kernel/inputs.ts'
import { pathRule, siteRule } from '../../kernel/site-rules.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { pageOfRows } from '../../kernel/page-of-rows.ts'
import { Table } from '../../kernel/table.ts'
import { promptFilters } from './list-prompts.ts'
import { promptFacts, PromptKindSchema, templatesOf } from './prompt.ts'

/**
 * Lists the prompts of a site as a short table: of each page its state, its kinds, and what its first prompt asks, or
 * the one of the requested kind.
 */
export const listPromptsTable = defineOperation({
  name: 'prompts.table',
  summary: 'Prompts of a site’s pages, as a table',
  effect: 'read',
  access: { by: 'scope', anyOf: ['prompts:read'] },
  input: z.strictObject({
    site: SiteReference,
    ...promptFilters,
    path: PagePath.optional(),
    kind: PromptKindSchema.optional().describe(
      'Only pages with a template of this kind, whose words are shown',
    ),
    ...tablePage,
  }),
  output: Table,
  rules: [siteRule, pathRule],
  async handler({ app, db }, { site: reference, ...input }) {
    const site = await findSite(db, reference)
    const binding = cursorBinding(`list_prompts ${site.row.id}`, input)
    const { limit, maxTokens, cursor, path: asked, ...filters } = input
    const after = cursor === undefined ? undefined : String(app.cursors.open(binding, cursor)[0])
    const page = asked === undefined ? undefined : await readPath(site, asked)
    const wanted = { ...filters, pathPattern: page?.path, after, limit: limit + 1 }
    const rows = await site.prompts.list(wanted)
    const paged = rows.map((row) => {
      const { path, pageType, state, primaryKind, locked, stale } = promptFacts(row)
      const templates = templatesOf(row)
      const flags = [locked ? 'locked' : '', stale ? 'stale' : '']
      const shown = input.kind ?? primaryKind
      const template = templates.find(({ kind }) => kind === shown)
      return {
        cells: [
          path,
          pageType,
          [state, ...flags].filter((word) => word !== '').join(' '),
          primaryKind,
          templates.map(({ kind }) => kind).join(' '),
          // Source and citation clause follow a blank line and are the same everywhere, so they are left out.
          template?.resolved.split('\n\n', 1)[0] ?? null,
        ],
        key: [path],
      }
    })
    return {
      site: site.row.domain,
      columns: ['path', 'type', 'state', 'primary', 'kinds', 'prompt'],
      untrusted: ['path', 'prompt'],
      notes: [
        ...notesOnPath(page),
        ...(rows.length === 0 ? await notesOnUnknownPath(site, page) : []),
      ],
      ...pageOfRows(paged, { limit, maxTokens }, binding, app.cursors),
    }
  },
})
