import * as z from 'zod'
import type {
  PromptDraft as DraftForm,
  ProposedQuestion,
} from '../../../domain/prompts/prompt-writer.ts'
import type { PlainTemplate } from '../render-templates.ts'

/** The most UTF-16 units of a template that is accepted from a model. */
export const MAX_DRAFT_TEMPLATE_CHARS = 600
export const MAX_DRAFT_LABEL_CHARS = 60
const MAX_QUESTION_CHARS = 200
const MAX_SENTENCE_CHARS = 1_000
/** The most questions of one answer that are judged, which is twice the number that is asked for. */
const MAX_JUDGED = 10

const text = (maxChars: number) =>
  z
    .string()
    .max(maxChars)
    .transform((raw) => raw.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1).max(maxChars))

const Proposal: z.ZodType<ProposedQuestion> = z.object({
  question: text(MAX_QUESTION_CHARS),
  sentence: text(MAX_SENTENCE_CHARS),
})

/**
 * Reads the questions of an answer. An item that is not a question with a sentence is left out, and the others stay.
 */
const Proposals = z.unknown().transform((raw) =>
  (Array.isArray(raw) ? raw : []).slice(0, MAX_JUDGED).flatMap((item: unknown) => {
    const proposal = Proposal.safeParse(item)
    return proposal.success ? [proposal.data] : []
  }),
)

/**
 * The form of a model's answer. A part may be missing where it was not asked for; otherwise the caller finds that it is
 * missing.
 */
export const ModelDraft: z.ZodType<DraftForm> = z.object({
  language: z.string().max(35).default(''),
  templates: z
    .record(
      z.string().max(40),
      z.object({ label: text(MAX_DRAFT_LABEL_CHARS), template: text(MAX_DRAFT_TEMPLATE_CHARS) }),
    )
    .default({}),
  questions: Proposals,
})

/**
 * Makes the JSON Schema of the same form for the endpoint, as strict structured outputs require it: every property is
 * required, others are not allowed, and there are no bounds, which some servers refuse. Source:
 * https://platform.openai.com/docs/guides/structured-outputs
 */
export function draftJsonSchema(wanted: readonly Pick<PlainTemplate, 'kind'>[]): object {
  const string = { type: 'string' }
  const template = closed({ label: string, template: string })
  const questions = { type: 'array', items: closed({ question: string, sentence: string }) }
  if (wanted.length === 0) return closed({ questions })
  const templates = closed(Object.fromEntries(wanted.map(({ kind }) => [kind, template])))
  return closed({ language: string, templates, questions })
}

const closed = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
