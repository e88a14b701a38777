import * as z from 'zod'
import { conditionProblems } from './rule-limits.ts'
import { PAGE_LIMITS } from './rule-result.ts'
import { LanguageTag, PlainCondition, Tag, type RuleCondition } from './rule-condition.ts'
import { FACT_PLACEHOLDERS, PAGE_TYPES, PROMPT_KINDS } from './vocabulary.ts'

const Kind = z.enum(PROMPT_KINDS)

// The lazy step has the name by which JSON Schema refers to it; each level has fields of its own, so that nothing
// without a name contains itself.
const Condition: z.ZodType<RuleCondition> = z
  .lazy(() => withNested())
  .meta({ id: 'PromptRuleCondition' })

const withNested = () =>
  PlainCondition.extend({
    any: z.array(Condition).min(1).max(20).optional().describe('At least one must hold'),
    not: Condition.optional().describe('Must not hold'),
  })

/**
 * The conditions of a rule: all that are given must hold; of `any` at least one must hold, and of `not` at least one
 * must not. A rule without conditions matches every page. A fact that the page lacks meets no condition.
 */
export type RuleMatch = RuleCondition
export const RuleMatch: z.ZodType<RuleMatch> = withNested().check(({ value, issues }) => {
  for (const { path, message } of conditionProblems(value)) {
    issues.push({ code: 'custom', path, message, input: value })
  }
})

const isUniqueBy =
  <T>(keyOf: (item: T) => unknown) =>
  (items: readonly T[]) =>
    new Set(items.map(keyOf)).size === items.length

const Kinds = z
  .array(Kind)
  .min(1)
  .max(PROMPT_KINDS.length)
  .refine(isUniqueBy(String), 'A kind stands twice')
const Tags = z.array(Tag).max(20)
const Addition = z.string().trim().min(1).max(300)

/** The changes that a rule makes to the pages that it matches. */
export const RuleActions = z
  .strictObject({
    setTemplates: z
      .array(z.strictObject({ kind: Kind, template: z.string().trim().min(1).max(2_000) }))
      .min(1)
      .max(PROMPT_KINDS.length)
      .refine(
        isUniqueBy(({ kind }: { kind: string }) => kind),
        'A kind stands twice',
      )
      .optional()
      .describe('The template of a kind, in place of the generated one'),
    addKinds: Kinds.optional(),
    removeKinds: Kinds.optional(),
    setPrimary: Kind.optional().describe('The kind that readers see first'),
    setTargets: z
      .array(z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Must be a target such as chatgpt'))
      .min(1)
      .max(20)
      .refine(isUniqueBy(String), 'A target stands twice')
      .optional()
      .describe('Assistants to offer, in this order'),
    prepend: Addition.optional().describe('Text before every template'),
    append: Addition.optional().describe('Text after every template'),
    vars: z
      .record(
        z
          .string()
          .regex(/^[a-z][a-z0-9_]{0,31}$/, 'Must be a name such as product')
          .refine((name) => !FACT_PLACEHOLDERS.has(name), 'States a fact of the page'),
        z.string().trim().max(200),
      )
      .refine((vars) => Object.keys(vars).length <= 20, 'At most 20 variables')
      .optional()
      .describe('Values of placeholders, by name'),
    setLanguage: LanguageTag.optional(),
    setType: z.enum(PAGE_TYPES).optional(),
    addTags: Tags.min(1)
      .optional()
      .describe(`A page gets at most ${PAGE_LIMITS.tags} of all rules, in their order`),
    suggestQuestions: z
      .array(z.string().trim().min(1).max(300))
      .min(1)
      .max(5)
      .optional()
      .describe(
        `A page gets at most ${PAGE_LIMITS.suggestedQuestions} of all rules, in their order`,
      ),
    requireReview: z.boolean().optional().describe('Prompts wait for a person; false exempts'),
    disableWidget: z.boolean().optional(),
    excludeFromScan: z.boolean().optional(),
    trackQuery: z
      .strictObject({ text: z.string().trim().min(1).max(300), tags: Tags.optional() })
      .optional()
      .describe(
        `A question whose citations are watched; a page gets at most ${PAGE_LIMITS.trackQueries} of all rules`,
      ),
  })
  .refine(({ addKinds, removeKinds }) => !addKinds?.some((kind) => removeKinds?.includes(kind)), {
    message: 'A kind is added and removed',
    path: ['removeKinds'],
  })
  .refine(({ setPrimary, removeKinds }) => !setPrimary || !removeKinds?.includes(setPrimary), {
    message: 'The primary kind is removed',
    path: ['setPrimary'],
  })
export type RuleActions = z.infer<typeof RuleActions>

/** A prompt rule as far as pages are concerned. */
export interface PromptRule {
  id: string
  /** The position of the rule; rules act in ascending order of it. */
  position: number
  enabled: boolean
  match: RuleMatch
  actions: RuleActions
  /** True for a rule that is the last one for the pages that it matches. */
  stop: boolean
}
