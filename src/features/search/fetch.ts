import * as z from 'zod'
import { notFound } from '../../kernel/door/errors.ts'
import { findSite } from '../../kernel/names/find-site.ts'
import { documentName } from './document-name.ts'
import { findPage } from './find-page.ts'
import { defineOperation, type OrgContext } from '../../kernel/door/operation.ts'
import { FetchedDocument, toDocument, type SourceReader, type DocumentSource } from './document.ts'
import { pageSource } from './page-source.ts'
import { readQuestionSource, readTopicSource } from './topic-sources.ts'
import { readPromptSource } from './prompt-source.ts'
import { readRuleSource } from './rule-source.ts'
import { pluralize } from '../../lib/text/pluralize.ts'
import { assertMaySee } from '../../kernel/door/access.ts'

/**
 * Fetches one site, page, prompt, rule, topic or question by its id, with the words of visitors and pages in a fence.
 */
export const fetchContent = defineOperation({
  name: 'search.fetch',
  summary: 'One site, page, prompt, rule, topic or question as a document',
  access: {
    by: 'scope',
    anyOf: ['sites:read', 'analytics:read', 'prompts:read', 'rules:read'],
    withoutWords: true,
  },
  input: z.strictObject({
    id: z
      .string()
      .min(1)
      .max(2_100)
      .describe(
        'Of a search result, or page:/path (page:example.com/path with several sites), prompt:/path, rule:rul_…; #2 behind it: part two',
      ),
  }),
  output: FetchedDocument,
  async handler(ctx, { id }) {
    const [, kind = '', name = '', part = '1'] = ID.exec(documentName(id)) ?? []
    const source = await READERS.get(kind)?.(ctx, name)
    if (!source)
      throw notFound('document; ids are site:…, page:…, prompt:…, rule:…, topic:… and question:…')
    return toDocument(id, source, Number(part))
  },
})

/**
 * Matches the id of a document: its kind, its name and the number of a part, which may be left out for the first part.
 */
const ID = /^([a-z]+):([^#]+)(?:#([1-9]\d{0,3}))?$/

const READERS: ReadonlyMap<string, SourceReader> = new Map<string, SourceReader>([
  ['site', readSite],
  ['page', readPage],
  ['prompt', readPromptSource],
  ['rule', readRuleSource],
  ['question', readQuestionSource],
  ['topic', readTopicSource],
])

async function readSite(ctx: OrgContext, name: string): Promise<DocumentSource | undefined> {
  assertMaySee(ctx.principal, 'sites:read')
  const site = await findSite(ctx.db, name)
  const { row } = site
  const { pages } = await site.countPagesAndPrompts()
  const text = `Site ${row.domain}, ${pluralize(pages, 'page')}, time zone ${row.timezone}.`
  return {
    title: row.domain,
    sections: [{ heading: '', text }],
    url: row.url,
    metadata: { domain: row.domain, pages, timezone: row.timezone, language: row.language },
    // The name is text of the site's owner, and not of the service.
    ...(row.name === row.domain ? { isOurs: true } : { lead: row.name }),
  }
}

/** Reads the document of a page, which is named by its id, its address, or its domain and path. */
async function readPage(ctx: OrgContext, name: string): Promise<DocumentSource | undefined> {
  assertMaySee(ctx.principal, 'sites:read')
  const found = await findPage(ctx.db, name)
  return found && pageSource(ctx, found)
}
