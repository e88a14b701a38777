import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { notFound } from '../../kernel/errors.ts'
import { Cursor, DefaultPageLimit, PathId } from '../../kernel/inputs.ts'
import { listOf } from '../../kernel/list.ts'
import { loopTurns } from '../../lib/concurrency/loop-turns.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { PromptKindSchema, PageTypeName, Prompt, toPrompt } from './prompt.ts'
import { PROMPT_STATES } from '../../domain/prompts/prompt-states.ts'

const MAX_PATH_CHARS = 1_024

/** Filters that lists of prompts take. */
export const promptFilters = {
  state: z.enum(PROMPT_STATES).optional().describe('Only prompts of this state'),
  path: z.string().min(1).max(MAX_PATH_CHARS).optional().describe('Beginning of the page’s path'),
  kind: PromptKindSchema.optional().describe('Only pages with a template of this kind'),
  type: PageTypeName.optional().describe('Only pages of this type'),
  stale: z.boolean().optional().describe('Whether the page changed after the text was written'),
}

/** GET /prompts/:siteId (contract 4.1): the prompts of each page, by path. */
export const listPrompts = defineOperation({
  name: 'prompts.list',
  summary: 'Prompts of a site’s pages, as readers see them',
  effect: 'read',
  access: { by: 'scope', anyOf: ['prompts:read'] },
  http: { surface: 'api', method: 'get', path: '/prompts/:id' },
  input: z.strictObject({
    id: PathId.describe('Site id'),
    ...promptFilters,
    pageId: PathId.optional().describe('Only the prompt of this page, also of one that is gone'),
    limit: DefaultPageLimit,
    cursor: Cursor,
  }),
  output: listOf(Prompt),
  async handler({ app, db }, { id, ...input }) {
    const site = await db.sites.find(id)
    if (!site) throw notFound('site')
    const binding = cursorBinding(`prompts ${site.row.id}`, input)
    const { limit, cursor, pageId, ...filters } = input
    const pageNum = pageId === undefined ? undefined : await findPageNum(site, pageId)
    const after = cursor === undefined ? undefined : String(app.cursors.open(binding, cursor)[0])
    const rows = await site.prompts.list({ ...filters, pageNum, after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      items: await loopTurns.map(shown, (row) => toPrompt(row, site.row.id)),
      nextCursor: last && rows.length > limit ? app.cursors.sign(binding, [last.path]) : null,
    }
  },
})

async function findPageNum(site: SiteDb, pageId: string): Promise<number> {
  const page = await site
    .pages()
    .select('page.num')
    .where('page.id', '=', pageId)
    .executeTakeFirst()
  if (!page) throw notFound('page')
  return page.num
}
