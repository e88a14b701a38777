import * as z from 'zod'
import { PAGE_TYPES, PROMPT_KINDS } from './vocabulary.ts'

/**
 * The most items of each list that all rules together may give one page. The figures are ours: a page shows five
 * questions, and items that no reader and no search gets to see need not be kept with every page.
 */
export const PAGE_LIMITS = { vars: 20, tags: 50, suggestedQuestions: 20, trackQueries: 20 }
type LimitedField = keyof typeof PAGE_LIMITS

const Kind = z.enum(PROMPT_KINDS)
const limited = (field: LimitedField): string =>
  `At most ${PAGE_LIMITS[field]}, in the order of the rules; more are dropped`

/** The decisions of all rules together about a page; a field that no rule sets is absent. */
export const RuleResult = z.strictObject({
  templates: z.partialRecord(Kind, z.string()).optional().describe('By kind'),
  addKinds: z.array(Kind).optional(),
  removeKinds: z.array(Kind).optional().describe('Has no kind of addKinds'),
  primaryKind: Kind.optional(),
  targets: z.array(z.string()).optional().describe('In this order'),
  prepend: z.string().optional(),
  append: z.string().optional(),
  vars: z.record(z.string(), z.string()).optional().describe(limited('vars')),
  language: z.string().optional(),
  type: z.enum(PAGE_TYPES).optional(),
  tags: z.array(z.string()).max(PAGE_LIMITS.tags).optional().describe(limited('tags')),
  suggestedQuestions: z
    .array(z.string())
    .max(PAGE_LIMITS.suggestedQuestions)
    .optional()
    .describe(limited('suggestedQuestions')),
  requireReview: z.boolean().optional(),
  disableWidget: z.boolean().optional(),
  excludeFromScan: z.boolean().optional(),
  trackQueries: z
    .array(z.strictObject({ text: z.string(), tags: z.array(z.string()) }))
    .max(PAGE_LIMITS.trackQueries)
    .optional()
    .describe(limited('trackQueries')),
})
export type RuleResult = z.infer<typeof RuleResult>

/**
 * Names the rule that decided each field of a result; fields of fields are dotted, as `templates.ask` and
 * `vars.product`. A list names every rule that gave it an item, in their order.
 */
export const RuleExplanation = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type RuleExplanation = z.infer<typeof RuleExplanation>

/**
 * Names, for each field that was full before it held everything, the first rule whose items did not all fit. The items
 * that did not fit, and those that later rules would have added, are not in the result.
 */
export const RuleDrops = z.strictObject({
  vars: z.string().optional(),
  tags: z.string().optional(),
  suggestedQuestions: z.string().optional(),
  trackQueries: z.string().optional(),
})
export type RuleDrops = z.infer<typeof RuleDrops>
