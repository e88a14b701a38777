import * as z from 'zod'
import { PROMPT_STATES, type PromptState } from '../../domain/prompts/prompt-states.ts'
import type { ListedPrompt, PromptRow } from '../../../db/prompts/prompt-rows.ts'
import { iso } from '../../lib/time/clock.ts'
import type { Actor } from '../../kernel/door/principal.ts'
import { RuleExplanation } from '../../domain/prompt-rules/rule-result.ts'
import { PAGE_TYPES, PROMPT_KINDS } from '../../domain/prompt-rules/vocabulary.ts'
import { parseQuestions, OfferedQuestion } from '../../domain/prompts/question.ts'
import { publishedAsk } from '../../domain/prompts/cited-ask.ts'
import { urlBytes } from '../../domain/prompts/ask-targets.ts'

export const PROMPT_SOURCES = ['generated', 'rule', 'manual', 'imported', 'llm'] as const
export type PromptSource = (typeof PROMPT_SOURCES)[number]

export const PromptKindSchema = z.enum(PROMPT_KINDS)
export const PageTypeName = z.enum(PAGE_TYPES)

const PolicyFinding = z.object({
  ruleId: z.string(),
  level: z.enum(['error', 'warning']),
  message: z.string(),
  /** The text that the finding is in; `start` and `end` (exclusive) are its UTF-16 units. */
  in: z.enum(['template', 'resolved']),
  start: z.int(),
  end: z.int(),
})
export type PolicyFinding = z.infer<typeof PolicyFinding>

const Template = z.object({
  kind: PromptKindSchema,
  label: z.string(),
  template: z.string(),
  resolved: z.string().describe('What a reader sees, with the source and the request to cite it'),
})

/** A template as it is stored, with its findings: the text that was linted is also the text that is shown. */
export type StoredTemplate = z.infer<typeof Template> & { findings: PolicyFinding[] }

/** The rules that matched a page, their decisions and effects on its prompt, as they are stored. */
export interface RuleTrace {
  matched: readonly string[]
  explain: RuleExplanation
  targets: readonly string[] | null
  vars: Readonly<Record<string, string>>
  /** The queries by which engines are watched for this page; undefined in prompts of older releases. */
  trackQueries?: readonly TrackedQuery[]
}

const TrackedQuery = z.object({ text: z.string(), tags: z.array(z.string()) })
type TrackedQuery = z.infer<typeof TrackedQuery>

const PromptGenerator = z.object({
  engine: z.enum(['deterministic', 'llm']),
  model: z.string().nullable(),
  promptVersion: z.string(),
})
export type PromptGenerator = z.infer<typeof PromptGenerator>

/** A template as readers and editors see it, with the findings of the policy. */
export const ShownTemplate = Template.extend({
  chars: z.int().describe('Of the resolved text'),
  urlBytes: z
    .record(z.string(), z.int())
    .describe('Length of the address that opens it, by assistant that has one'),
  policy: z.object({ ok: z.boolean(), findings: z.array(PolicyFinding) }),
})

/** A template as editors see it, with the Cited Ask as which the site's manifest has it. */
const PublishedTemplate = ShownTemplate.extend({
  ask: z
    .object({ id: z.string(), digest: z.string().describe('sha-256=:…:') })
    .nullable()
    .describe('The Cited Ask that it is published as; null for one that cannot be'),
})

export const Prompt = z
  .object({
    id: z.string(),
    pageId: z.string(),
    siteId: z.string(),
    path: z.string(),
    pageTitle: z.string().nullable(),
    pageType: PageTypeName,
    language: z.string().describe('BCP 47, of the texts'),
    pageLanguage: z
      .string()
      .nullable()
      .describe(
        'BCP 47, of the page; where there are no texts in it, they are in the site’s, else in English',
      ),
    source: z.enum(PROMPT_SOURCES),
    state: z.enum(PROMPT_STATES),
    primaryKind: PromptKindSchema.nullable(),
    templates: z.array(PublishedTemplate),
    questions: z.array(OfferedQuestion),
    targets: z.array(z.string()).nullable().describe('Assistants that a rule offers, in order'),
    trackQueries: z
      .array(TrackedQuery)
      .describe('Questions by which a rule wants engines watched for this page'),
    ruleIds: z.array(z.string()).describe('Rules that matched the page'),
    decidedBy: RuleExplanation.describe('Rule by field'),
    locked: z.boolean().describe('Regeneration leaves it as it is'),
    contentDigest: z
      .string()
      .nullable()
      .describe('SHA-256 of the main text of the page that the words were written for, hex'),
    stale: z.boolean().describe('The page changed after the text was written'),
    generator: PromptGenerator.nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
    updatedBy: z.object({ type: z.enum(['user', 'key', 'system']), id: z.string() }),
    version: z.int(),
  })
  .meta({ id: 'Prompt' })
export type PromptOutput = z.input<typeof Prompt>

// @NOTE this folder alone writes the columns that are parsed below.
export const templatesOf = ({ templates }: Pick<PromptRow, 'templates'>): StoredTemplate[] =>
  JSON.parse(templates) as StoredTemplate[]
const BY_PEOPLE: ReadonlySet<string> = new Set(['manual', 'imported'])
export const questionsOf = ({
  questions,
  source,
}: Pick<PromptRow, 'questions' | 'source'>): OfferedQuestion[] =>
  parseQuestions(questions, BY_PEOPLE.has(source) ? 'owner' : 'page')
export const rulesOf = ({ rules }: Pick<PromptRow, 'rules'>): RuleTrace =>
  JSON.parse(rules) as RuleTrace
export const promptStateOf = ({ state }: Pick<PromptRow, 'state'>): PromptState =>
  state as PromptState
const generatorOf = ({ generator }: PromptRow): PromptGenerator | null =>
  generator === null ? null : (JSON.parse(generator) as PromptGenerator)
const actorIn = ({ updated_by }: PromptRow): Actor => JSON.parse(updated_by) as Actor

export const hasErrors = ({ findings }: Pick<StoredTemplate, 'findings'>): boolean =>
  findings.some(({ level }) => level === 'error')

export const showTemplate = (
  { findings, ...template }: StoredTemplate,
  targets: readonly string[] | null,
): z.input<typeof ShownTemplate> => ({
  ...template,
  chars: template.resolved.length,
  urlBytes: urlBytes(template.resolved, targets),
  policy: { ok: !hasErrors({ findings }), findings },
})

function askOf(
  template: StoredTemplate,
  { id, language }: Pick<PromptRow, 'id' | 'language'>,
): { id: string; digest: string } | null {
  const ask = hasErrors(template)
    ? undefined
    : publishedAsk({ ...template, promptId: id, language })
  return ask?.digest === undefined ? null : { id: ask.id, digest: ask.digest }
}

/** Returns the facts of a prompt, without its texts and without values that are computed from them. */
export const promptFacts = (row: ListedPrompt) => ({
  path: row.path,
  pageType: PAGE_TYPES.find((type) => type === row.page_type) ?? ('other' as const),
  state: promptStateOf(row),
  primaryKind: PROMPT_KINDS.find((kind) => kind === row.primary_kind) ?? null,
  locked: row.is_locked === 1,
  stale: row.is_stale === 1,
})

export function toPrompt(row: ListedPrompt, siteId: string): PromptOutput {
  const { matched, explain, targets, trackQueries = [] } = rulesOf(row)
  return {
    ...promptFacts(row),
    id: row.id,
    pageId: row.page_id,
    siteId,
    pageTitle: row.title,
    language: row.language,
    pageLanguage: row.page_language,
    source: PROMPT_SOURCES.find((source) => source === row.source) ?? 'generated',
    templates: templatesOf(row).map((template) => ({
      ...showTemplate(template, targets),
      ask: askOf(template, row),
    })),
    questions: questionsOf(row),
    targets: targets && [...targets],
    trackQueries: trackQueries.map(({ text, tags }) => ({ text, tags: [...tags] })),
    ruleIds: [...matched],
    decidedBy: explain,
    contentDigest: row.content_hash,
    generator: generatorOf(row),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    updatedBy: actorIn(row),
    version: row.version,
  }
}
