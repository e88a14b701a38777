import * as z from 'zod'
import { searchWords } from '../../../db/search/full-text.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { PROMPT_STATES } from '../../domain/prompts/prompt-states.ts'
import { hasAnyScope, mayReadWords } from '../../kernel/door/access.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { OrgPrincipal } from '../../kernel/door/principal.ts'
import { PagePath, SearchText } from '../../kernel/door/inputs.ts'
import { notesOnPath, readPath, shown, type ReadPath } from '../../kernel/names/read-path.ts'
import { notesOnUnknownPath } from '../../kernel/names/unseen-values.ts'
import { defineSiteList } from '../../kernel/reads/define-site-list.ts'
import type { SiteQuestion } from '../../kernel/reads/site-question.ts'
import type { Scope } from '../../kernel/door/scopes.ts'
import { pathRule, type OfSite } from '../../kernel/reads/site-rules.ts'
import { loopTurns } from '../../lib/concurrency/loop-turns.ts'
import { localDay } from '../../lib/time/zone.ts'
import { pageRows, PageState, PageSummary, PageTypeSchema, toPage } from './page.ts'
import { checkNotes, evidenceColumn, MEND_COLUMN, PAGE_COLUMNS } from './page-columns.ts'
import { MAX_FINDING_CHARS, readFinding, type ReadFinding } from './read-finding.ts'

/** The orders in which pages are listed. */
const PAGE_ORDERS = ['questions', 'updated', 'path', 'score'] as const
type PageOrder = (typeof PAGE_ORDERS)[number]

const QUESTION_DAYS = 28

/** The range of days for a caller who may not count questions: without a day, so that each count is 0. */
const NO_DAYS = { from: 0, to: 0 }

const ListedPage = PageSummary.extend({
  questions28d: z
    .int()
    .nullable()
    .describe('Asked on it today and the 27 days before; null without analytics:read'),
}).meta({ id: 'PageSummary' })

const orderBy = (order: PageOrder) =>
  z
    .enum(PAGE_ORDERS)
    .default(order)
    .describe('questions and updated: most and latest first; score: lowest first')

interface PageFilters extends OfSite {
  path?: string | undefined
  prompt?: string | undefined
  finding?: string | undefined
}

const may = ({ ctx }: SiteQuestion, scope: Scope): boolean => hasAnyScope(ctx.principal, [scope])

const pageRules: readonly InputRule<OrgContext, PageFilters>[] = [
  pathRule,
  ({ principal }, { prompt }) => assertPromptsMayBeRead(principal, prompt),
  (_, { finding }) => finding !== undefined && readFinding(finding),
]

/**
 * GET /pages/:siteId and list_pages: the pages of a site with what scans found and their scores, and, if the caller may
 * count questions, with the questions of the last 28 days.
 */
export const listPages = defineSiteList({
  name: 'pages.list',
  summary: 'Pages of a site, with their questions of 28 days',
  anyOf: ['sites:read'],
  withoutWords: true,
  path: '/pages/:siteId',
  fields: {
    query: SearchText.optional().describe('Words of the title or path'),
    state: PageState.optional().describe('What the last scan found'),
    type: PageTypeSchema.optional().describe('Kind of page'),
    path: PagePath.optional(),
    tag: z.string().min(1).max(100).optional().describe('Pages with this tag'),
    prompt: z
      .enum(['none', ...PROMPT_STATES])
      .optional()
      .describe('State of its prompt; none: without one'),
    finding: z
      .string()
      .max(MAX_FINDING_CHARS)
      .optional()
      .describe('A problem (no_description, no_h1) or a check of get_site, such as A2'),
    // A program lists pages by their address, a model asks for those that matter.
    sort: { route: orderBy('path'), tool: orderBy('questions') },
  },
  rules: [...pageRules, ({ principal }, { sort }) => assertOrderMayBeRead(principal, sort)],
  toolRules: pageRules,
  grounds: ['scan'],
  boundTo: (question, { sort }) => ({ sort: orderFor(question, sort) }),
  async read(question, input, wanted) {
    assertPromptsMayBeRead(question.ctx.principal, input.prompt)
    const { page, finding, sort, isWhyAsked } = await understand(question, input)
    const { query, state, type, tag, prompt } = input
    const { site, now } = question
    const today = localDay(site.row.rollup_timezone, now)
    const rows = await site.listPages({
      words: query === undefined ? [] : searchWords(query),
      state,
      type,
      tag,
      path: page?.path,
      prompt,
      finding: finding?.finding,
      questionDays: may(question, 'analytics:read') ? pageQuestionDays(today) : NO_DAYS,
      sort,
      ...wanted,
    })
    const columns = isWhyAsked ? columnsWhy(finding) : PAGE_COLUMNS
    const hidden = columns.filter(({ scope }) => scope !== undefined && !may(question, scope))
    const pages = question.by === 'route' ? await pagesById(site, rows) : undefined
    const isWhole = mayReadWords(question.ctx.principal)
    return {
      // The title of a page that no scan has read is what a visitor called the page.
      rows: rows.map((row) => ({
        row: isWhole || row.score !== null ? row : { ...row, title: null },
        page: pages?.get(row.id),
      })),
      columns: columns.filter((column) => !hidden.includes(column)),
      notes: [
        ...notesOnPath(page),
        ...(finding?.told === undefined ? [] : [`finding: ${finding.told}`]),
        ...(rows.length === 0 ? await notesOnNone(site, page, tag) : []),
        ...(isWhyAsked ? checkNotes(rows) : []),
        ...hidden.map(({ name, scope }) => `${name} needs ${scope}`),
      ],
    }
  },
  key: ({ row }) => row.key,
  item: ListedPage,
  // A page that was deleted in between is left out.
  toItem: ({ row, page }, question) =>
    page && { ...page, questions28d: may(question, 'analytics:read') ? row.questions : null },
  columns: ({ columns }) =>
    Object.fromEntries(
      columns.map(({ name, cell }) => [
        name,
        ({ row }, { site }) => cell(row, site.row.rollup_timezone),
      ]),
    ),
  untrusted: ['path', 'title', 'evidence'],
})

/**
 * Returns the columns of a list that asks what is wrong with pages: those of any list, the checks to mend, and their
 * evidence.
 */
const columnsWhy = (asked: ReadFinding | undefined) => {
  const check = asked && 'check' in asked.finding ? asked.finding.check : undefined
  return [...PAGE_COLUMNS, MEND_COLUMN, evidenceColumn(check)]
}

/**
 * Returns the notes on a list that may be empty because the path that was asked for is unknown, or because no page has
 * the tag.
 */
const notesOnNone = async (site: SiteDb, page: ReadPath | undefined, tag: string | undefined) => [
  ...(await notesOnUnknownPath(site, page)),
  ...(tag === undefined
    ? []
    : [`tag: no page that fits has the tag ${shown(tag)}, written exactly so`]),
]

/** Reads what the filters and the order of a list mean on a site, and whether the list shows what is wrong. */
async function understand(
  question: SiteQuestion,
  { path, finding: asked, sort: order }: PageFilters & { sort: PageOrder },
) {
  const page = path === undefined ? undefined : await readPath(question.site, path)
  const finding = asked === undefined ? undefined : readFinding(asked)
  const sort = orderFor(question, order)
  // The list of a filter by a fault shows that fault of each page.
  const isWhyAsked = sort === 'score' || finding !== undefined || page?.isGlob === false
  return { page, finding, sort, isWhyAsked }
}

/**
 * Returns the order of a list. For an order by questions that the caller may not count, a model gets the order by time
 * of update; a program gets an error.
 */
function orderFor(question: SiteQuestion, asked: PageOrder): PageOrder {
  const isCounted = asked === 'questions' && !may(question, 'analytics:read')
  if (isCounted && question.by === 'tool') return 'updated'
  assertOrderMayBeRead(question.ctx.principal, asked)
  return asked
}

function assertOrderMayBeRead(principal: OrgPrincipal, sort: string | undefined): void {
  if (sort !== 'questions' || hasAnyScope(principal, ['analytics:read'])) return
  throw invalidField('sort', 'withheld', 'The order by questions needs analytics:read')
}

function assertPromptsMayBeRead(principal: OrgPrincipal, prompt: string | undefined): void {
  if (prompt === undefined || hasAnyScope(principal, ['prompts:read'])) return
  throw invalidField('prompt', 'withheld', 'prompt needs prompts:read')
}

async function pagesById(site: SiteDb, rows: readonly { id: string }[]) {
  const ids = rows.map(({ id }) => id)
  const found = await loopTurns.run(() => pageRows(site).where('page.id', 'in', ids).execute())
  const pages = await loopTurns.map(found, (row) => [row.id, toPage(row, site.row.id)] as const)
  return new Map(pages)
}

/** The local days over which the questions of a page are counted, half-open. */
const pageQuestionDays = (today: number): { from: number; to: number } => ({
  from: today + 1 - QUESTION_DAYS,
  to: today + 1,
})
