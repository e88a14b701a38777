import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { PROMPT_STATES } from '../../domain/prompts/prompt-states.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { PagePath, PathId } from '../../kernel/door/inputs.ts'
import { notesOnPath, readPath } from '../../kernel/names/read-path.ts'
import { notesOnUnknownPath } from '../../kernel/names/unseen-values.ts'
import { defineSiteList } from '../../kernel/reads/define-site-list.ts'
import { pathRule } from '../../kernel/reads/site-rules.ts'
import {
  PageTypeName,
  Prompt,
  promptFacts,
  PromptKindSchema,
  templatesOf,
  toPrompt,
} from './prompt.ts'

const MAX_PATH_CHARS = 1_024

const PathPrefix = z
  .string()
  .min(1)
  .max(MAX_PATH_CHARS)
  .optional()
  .describe('Beginning of the page’s path')

/**
 * GET /prompts/:siteId (contract 4.1) and list_prompts: lists the prompts of each page, by path. The table shows the
 * state and the kinds of each page, and the words of its first prompt, or of its prompt of the requested kind.
 */
export const listPrompts = defineSiteList({
  name: 'prompts.list',
  summary: 'Prompts of a site’s pages, as readers see them',
  anyOf: ['prompts:read'],
  withoutWords: true,
  path: '/prompts/:id',
  fields: {
    state: z
      .enum(PROMPT_STATES)
      .optional()
      .describe('Only these; locked stands behind a state and is no filter'),
    // The route has always taken the beginning of a path; a tool reads a path as a pattern.
    path: { route: PathPrefix, tool: PagePath.optional() },
    kind: {
      route: PromptKindSchema.optional().describe('Only pages with a template of this kind'),
      tool: PromptKindSchema.optional().describe(
        'Only pages with a template of this kind, whose words are shown',
      ),
    },
    type: PageTypeName.optional().describe('Only pages of this type'),
    stale: z.boolean().optional().describe('Whether the page changed since'),
    // A model knows pages by their paths.
    pageId: {
      route: PathId.optional().describe('Only the prompt of this page, also of one that is gone'),
    },
  },
  // The route does not read names of pages, so the rule is for tools only.
  toolRules: [pathRule],
  grounds: ['scan'],
  async read({ site, by }, { path, pageId, ...wanted }, { after, limit }) {
    const pageNum = pageId === undefined ? undefined : await findPageNum(site, pageId)
    const page = by === 'tool' && path !== undefined ? await readPath(site, path) : undefined
    const rows = await site.prompts.list({
      ...wanted,
      ...(by === 'route' ? { path } : { pathPattern: page?.path }),
      pageNum,
      after: after && String(after[0]),
      limit,
    })
    return {
      rows,
      notes: [
        ...notesOnPath(page),
        ...(rows.length === 0 ? await notesOnUnknownPath(site, page) : []),
      ],
      kind: wanted.kind,
    }
  },
  key: ({ path }) => [path],
  item: Prompt,
  toItem: (row, { site }) => toPrompt(row, site.row.id),
  columns: ({ kind }) => ({
    path: (row) => promptFacts(row).path,
    type: (row) => promptFacts(row).pageType,
    state: (row) => {
      const { state, locked, stale } = promptFacts(row)
      return [state, locked ? 'locked' : '', stale ? 'stale' : ''].filter(Boolean).join(' ')
    },
    primary: (row) => promptFacts(row).primaryKind,
    kinds: (row) =>
      templatesOf(row)
        .map((template) => template.kind)
        .join(' '),
    prompt: (row) => {
      const shown = kind ?? promptFacts(row).primaryKind
      const template = templatesOf(row).find((one) => one.kind === shown)
      // Source and citation clause follow a blank line and are the same everywhere, so they are left out.
      return template?.resolved.split('\n\n', 1)[0] ?? null
    },
  }),
  untrusted: ['path', 'prompt'],
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
