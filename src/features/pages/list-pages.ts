import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
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
import type { OrgPrincipal } from '../../kernel/principal.ts'
import { pathRule, siteRule } from '../../kernel/site-rules.ts'
import { pageOfRows } from '../../kernel/page-of-rows.ts'
import type { Scope } from '../../kernel/scopes.ts'
import { Table } from '../../kernel/table.ts'
import { localDay } from '../../lib/time/zone.ts'
import { PageState, PageTypeSchema } from './page.ts'
import { checkNotes, MEND_COLUMN, PAGE_COLUMNS } from './page-columns.ts'
import { PAGE_ORDERS, pageQuestionDays } from './page-order.ts'
import { readFinding } from './read-finding.ts'

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
  finding: z
    .string()
    .max(100)
    .optional()
    .describe('What is wrong with it: no_description, or a check such as C1'),
  sort: z.enum(PAGE_ORDERS).default('questions').describe('Order; score: lowest first'),
  ...tablePage,
})

/** Lists the pages of a site with what scans found, their scores, and the questions of the last 28 days where the caller may read those. */
export const listPages = defineOperation({
  name: 'pages.table',
  summary: 'Pages of a site, as a table',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read'] },
  input: Input,
  output: Table,
  rules: [
    siteRule,
    pathRule,
    ({ principal }, { prompt }) => assertPromptsMayBeRead(principal, prompt),
    (_, { finding }) => finding !== undefined && readFinding(finding),
  ],
  async handler({ app, db, principal }, input) {
    const site = await findSite(db, input.site)
    const may = (scope: Scope | undefined) => scope === undefined || hasAnyScope(principal, [scope])
    assertPromptsMayBeRead(principal, input.prompt)
    const { page, finding, sort, isWhyAsked } = await understand(site, input, may)
    const zone = site.row.rollup_timezone
    const today = localDay(zone, app.now())
    const binding = cursorBinding(`list_pages ${db.orgId}`, { ...input, sort })
    const rows = await site.listPages({
      words: input.query === undefined ? [] : searchWords(input.query),
      state: input.state,
      type: input.type,
      path: page?.path,
      prompt: input.prompt,
      finding: finding?.finding,
      questionDays: pageQuestionDays(today),
      sort,
      limit: input.limit + 1,
      after: input.cursor === undefined ? undefined : app.cursors.open(binding, input.cursor),
    })
    const columns = isWhyAsked ? [...PAGE_COLUMNS, MEND_COLUMN] : PAGE_COLUMNS
    const shown = columns.filter(({ scope }) => may(scope))
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
        ...(finding?.told === undefined ? [] : [`finding: ${finding.told}`]),
        ...(rows.length === 0 ? await notesOnUnknownPath(site, page) : []),
        ...(isWhyAsked ? checkNotes(rows) : []),
        ...columns.flatMap(({ name, scope }) => (may(scope) ? [] : [`${name} needs ${scope}`])),
      ],
    }
  },
})

function assertPromptsMayBeRead(principal: OrgPrincipal, prompt: string | undefined): void {
  if (prompt === undefined || hasAnyScope(principal, ['prompts:read'])) return
  throw invalidField('prompt', 'withheld', 'prompt needs prompts:read')
}

/** Reads what an input means on a site, for a caller with some scopes. */
async function understand(
  site: SiteDb,
  input: z.output<typeof Input>,
  may: (scope: Scope) => boolean,
) {
  const page = input.path === undefined ? undefined : await readPath(site, input.path)
  const finding = input.finding === undefined ? undefined : readFinding(input.finding)
  const isRanked = input.sort === 'questions' && may('analytics:read')
  const sort = input.sort === 'questions' && !isRanked ? 'updated' : input.sort
  // A page that is asked for because something may be wrong with it is shown with what that is.
  const isWhyAsked = sort === 'score' || finding !== undefined || page?.isGlob === false
  return { page, finding, sort, isWhyAsked } as const
}
