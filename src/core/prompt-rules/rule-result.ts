import * as z from 'zod'
import { PAGE_TYPES, PROMPT_KINDS } from './vocabulary.ts'

const Kind = z.enum(PROMPT_KINDS)

/** What rules together decide about a page; a field that no rule sets is absent. */
export const RuleResult = z.strictObject({
  templates: z.partialRecord(Kind, z.string()).optional().describe('By kind'),
  addKinds: z.array(Kind).optional(),
  removeKinds: z.array(Kind).optional().describe('Has no kind of addKinds'),
  primaryKind: Kind.optional(),
  targets: z.array(z.string()).optional().describe('In this order'),
  prepend: z.string().optional(),
  append: z.string().optional(),
  vars: z.record(z.string(), z.string()).optional(),
  language: z.string().optional(),
  type: z.enum(PAGE_TYPES).optional(),
  tags: z.array(z.string()).optional(),
  suggestedQuestions: z.array(z.string()).optional(),
  requireReview: z.boolean().optional(),
  disableWidget: z.boolean().optional(),
  excludeFromScan: z.boolean().optional(),
  trackQueries: z.array(z.strictObject({ text: z.string(), tags: z.array(z.string()) })).optional(),
})
export type RuleResult = z.infer<typeof RuleResult>

/**
 * Which rule decided each field of a result; fields of fields are dotted, as `templates.ask` and `vars.product`. A list
 * names every rule that gave it an item, in their order.
 */
export const RuleExplanation = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type RuleExplanation = z.infer<typeof RuleExplanation>
