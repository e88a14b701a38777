import * as z from 'zod'
import type { PageRow } from '../../../db/search/select-pages.ts'
import { searchWords } from '../../../db/search/full-text.ts'
import { PROMPT_STATES } from '../../domain/prompts/prompt-states.ts'
import { invalidField } from '../../kernel/errors.ts'
import { notesOnPath, readPath } from '../../kernel/names/read-path.ts'
import { notesOnUnknownPath } from '../../kernel/names/unseen-values.ts'
import { hasAnyScope } from '../../kernel/access.ts'
import { cursorBinding } from '../../kernel/cursor.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { PagePath, SearchText, SiteReference, tablePage } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { pageOfRows } from '../../kernel/page-of-rows.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { Table, type Cell } from '../../kernel/table.ts'
import { localDay, zoneIso } from '../../lib/time/zone.ts'
import { PageState, PageTypeSchema, pageStateOf } from './page.ts'

const QUESTION_DAYS = 28

const Input = z.strictObject({
  site: SiteReference,
  query: SearchText.optional().describe('Words of the title or path'),
  state: PageState.optional().describe('What the last scan found'),
  type: PageTypeSchema.optional().describe('Kind of page'),
  path: PagePath.optional(),
  prompt: z
    .enum(['none', ...PROMPT_STATES])
    .optional()
    .describe('State of its prompt; none: without one'),
  sort: z
    .enum(['questions', 'updated', 'path', 'score'])
    .default('questions')
    .describe('Order; score: lowest first'),
  ...tablePage,
})

/** The pages of a site with what scans found, their scores, and the questions of the last 28 days where the caller may read those. */
export const listPages = defineOperation({
  name: 'pages.table',
  summary: 'Pages of a site, as a table',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  input: Input,
  output: Table,
  async handler({ app, db, principal }, input) {
    const site = await findSite(db, input.site)
    const may = (scope: Scope | undefined) => scope === undefined || hasAnyScope(principal, [scope])
    if (input.prompt !== undefined && !may('prompts:read')) {
      throw invalidField('prompt', 'withheld', 'prompt needs prompts:read')
    }
    const page = input.path === undefined ? undefined : await readPath(site, input.path)
    const sort = input.sort === 'questions' && !may('analytics:read') ? 'updated' : input.sort
    const zone = site.row.rollup_timezone
    const today = localDay(zone, app.now())
    const binding = cursorBinding(`list_pages ${db.orgId}`, { ...input, sort })
    const rows = await site.listPages({
      words: input.query === undefined ? [] : searchWords(input.query),
      state: input.state,
      type: input.type,
      path: page?.path,
      prompt: input.prompt,
      questionDays: { from: today + 1 - QUESTION_DAYS, to: today + 1 },
      sort,
      limit: input.limit + 1,
      after: input.cursor === undefined ? undefined : app.cursors.open(binding, input.cursor),
    })
    const shown = COLUMNS.filter(({ scope }) => may(scope))
    const paged = rows.map((row) => ({
      cells: shown.map(({ cell }) => cell(row, zone)),
      key: row.key,
    }))
    return {
      site: site.row.domain,
      columns: shown.map(({ name }) => name),
      untrusted: ['path', 'title'],
      ...pageOfRows(paged, input, binding, app.cursors),
      notes: [
        ...notesOnPath(page),
        ...(rows.length === 0 ? await notesOnUnknownPath(site, page) : []),
        ...COLUMNS.flatMap(({ name, scope }) => (may(scope) ? [] : [`${name} needs ${scope}`])),
      ],
    }
  },
})

interface Column {
  name: string
  /** Without it the column is left out, and the answer says so. */
  scope?: Scope
  cell: (row: PageRow, zone: string) => Cell
}

const COLUMNS: readonly Column[] = [
  { name: 'id', cell: ({ id }) => id },
  { name: 'path', cell: ({ path }) => path },
  { name: 'title', cell: ({ title }) => title },
  { name: 'state', cell: ({ state }) => pageStateOf(state) },
  { name: 'type', cell: ({ type }) => type },
  { name: 'score', cell: ({ score }) => score },
  { name: 'prompt', scope: 'prompts:read', cell: ({ prompt }) => prompt ?? 'none' },
  { name: 'questions_28d', scope: 'analytics:read', cell: ({ questions }) => questions },
  { name: 'updated_at', cell: (row, zone) => zoneIso(zone, row.last_seen_at) },
]
