import * as z from 'zod'
import { citedUrl } from '../../domain/page/cited-url.ts'
import { parseQuestions } from '../../domain/prompts/question.ts'
import { zoneIso } from '../../lib/time/zone.ts'
import { findPage, type FoundPage } from './find-page.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import { RuleExplanation } from '../../domain/prompt-rules/rule-result.ts'
import type { DocumentSection } from './document-parts.ts'
import { type DocumentSource } from './document.ts'
import { assertMaySee, mayReadWords } from '../../kernel/door/access.ts'

/** The fields of a stored prompt that documents show. */
const Templates = z.array(
  z.object({
    kind: z.string(),
    label: z.string(),
    template: z.string(),
    resolved: z.string(),
    findings: z.array(
      z.object({
        ruleId: z.string(),
        level: z.string(),
        message: z.string(),
        in: z.string(),
        start: z.int(),
        end: z.int(),
      }),
    ),
  }),
)
type Template = z.output<typeof Templates>[number]

const Trace = z.object({
  matched: z.array(z.string()),
  explain: RuleExplanation,
  targets: z.array(z.string()).nullable(),
  trackQueries: z.array(z.object({ text: z.string() })).default([]),
})
type Trace = z.output<typeof Trace>

/**
 * Reads the prompt of a page, by the id of either, as a whole document: the text of every kind, the findings of the
 * policy, questions and rules.
 */
export async function readPromptSource(
  ctx: OrgContext,
  name: string,
): Promise<DocumentSource | undefined> {
  assertMaySee(ctx.principal, 'prompts:read')
  const found = await findPage(ctx.db, await pageOf(ctx, name), 'prompt')
  const site = found && (await ctx.db.sites.find(found.site.id))
  const [row] =
    (await site?.prompts.list({ pageNum: found?.page.num ?? 0, after: undefined, limit: 1 })) ?? []
  if (!found || !row) return undefined
  const templates = Templates.parse(JSON.parse(row.templates))
  const questions = parseQuestions(row.questions, 'page')
  const trace = Trace.parse(JSON.parse(row.rules))
  return {
    title: `Prompt of ${found.page.isRead ? `${found.site.domain}${row.path}` : `a page of ${found.site.domain}`}`,
    lead: leadOf(ctx, found, row),
    sections: [
      ...templates.map((template) => sectionOf(template, template.kind === row.primary_kind)),
      ...listed(
        'Suggested questions',
        questions.map(({ text, origin }) => `${text} (${origin})`),
      ),
      ...listed('Questions that engines are watched for', textsOf(trace)),
      ...listed('Matched rules', trace.matched.map(ruleId)),
      ...listed('Fields that a rule decided', decisionsOf(trace)),
    ],
    url: citedUrl(found.page, found.site),
    metadata: {
      id: `prompt:${row.id}`,
      site: found.site.id,
      page: `page:${row.page_id}`,
      pageType: row.page_type,
      state: row.state,
      locked: yesNo(row.is_locked),
      stale: yesNo(row.is_stale),
      source: row.source,
      language: row.language,
      primaryKind: row.primary_kind,
      targets: trace.targets?.join(' ') ?? null,
      version: row.version,
      updatedAt: zoneIso(found.site.timezone, row.updated_at),
    },
  }
}

/**
 * Returns the lead of a prompt's document: the title and path of its page. The title that visitors gave a page no scan
 * has read is left out for a caller who may not read what visitors wrote.
 */
function leadOf(
  { principal }: OrgContext,
  { page }: FoundPage,
  { title, path }: { title: string | null; path: string },
): string {
  const isShown = page.isRead || mayReadWords(principal)
  return [isShown ? (title ?? '') : '', path].filter((line) => line !== '').join('\n')
}

/** Returns the id of the page of a prompt; a name that is not the id of a prompt is returned as it is. */
async function pageOf({ db }: OrgContext, name: string): Promise<string> {
  if (!name.startsWith('prm_')) return name
  const row = await db.sites
    .query()
    .innerJoin('prompt', 'prompt.site_num', 'site.num')
    .innerJoin('page', 'page.num', 'prompt.page_num')
    .select('page.id')
    .where('prompt.id', '=', name)
    .executeTakeFirst()
  return row?.id ?? name
}

/** Writes one template of a prompt: as readers see it, as it was written, and the findings in both. */
function sectionOf(
  { kind, label, template, resolved, findings }: Template,
  isPrimary: boolean,
): DocumentSection {
  const told = findings.map(
    ({ level, ruleId: rule, in: text, start, end, message }) =>
      `- ${level} ${rule} in the ${text} text, characters ${start} to ${end}: ${message}`,
  )
  return {
    heading: `## ${kind}${isPrimary ? ', shown first' : ''}: ${label}`,
    text: [
      resolved,
      ...(template === resolved ? [] : [`Template: ${template}`]),
      ...(told.length === 0 ? [] : [`Findings of the policy:\n${told.join('\n')}`]),
    ].join('\n\n'),
  }
}

const textsOf = ({ trackQueries }: Trace): string[] => trackQueries.map(({ text }) => text)

const decisionsOf = ({ explain }: Trace): string[] =>
  Object.entries(explain).map(([field, by]) => `${field}: ${[by].flat().map(ruleId).join(' ')}`)

const ruleId = (id: string): string => `rule:${id}`

const yesNo = (flag: number): string => (flag === 1 ? 'yes' : 'no')

/** Writes a list below a heading; nothing where the list is empty. */
const listed = (title: string, items: readonly string[]): DocumentSection[] =>
  items.length === 0
    ? []
    : [{ heading: `## ${title}`, text: items.map((item) => `- ${item}`).join('\n') }]
