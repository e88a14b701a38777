import lintRules from '../data/lint-rules.json' with { type: 'json' }

/** Version of the rules, a date. It changes whenever a text may be judged differently. */
export const LINT_REVISION: string = lintRules.revision

/** Longer prompts get a warning; many assistants cut or refuse them. */
export const LONG_PROMPT_CHARS: number = lintRules.limits.long
/** Longer prompts are refused: the linter reads no further, so nothing behind this may pass. */
export const MAX_LINTED_CHARS: number = lintRules.limits.longest
/** A repetitive text gets only the first few findings of a rule. */
export const MAX_FINDINGS_PER_RULE: number = lintRules.limits.findingsPerRule

interface RuleFacts {
  readonly level: 'error' | 'warning'
  /** Documents what the rule finds. */
  readonly catches: string
  /** Techniques of MITRE ATLAS; empty where no technique applies. */
  readonly atlas: readonly string[]
  /** Tells the author of the prompt what to change. */
  readonly message: string
}

/** Rules that are matched by phrases, language by language. */
export type WordRuleId =
  | 'AAP-PERSIST'
  | 'AAP-PROMOTE'
  | 'AAP-BIAS'
  | 'AAP-OVERRIDE'
  | 'AAP-CONCEAL'
  | 'AAP-ACT'
  | 'AAP-FOREIGN-URL'
/** Stable ids of the rules; an id is never reused. */
export type RuleId =
  WordRuleId | 'AAP-HIDDEN' | 'AAP-MIXED' | 'AAP-ENCODED' | 'AAP-UNCITED' | 'AAP-LENGTH'

export type PolicyRule = RuleFacts & { readonly id: RuleId }

// @NOTE the types of JSON are wider; `lint-data.test.ts` holds the file to its schema, and the schema to these ids.
/** Every rule in the order of the documents. */
export const RULE_LIST = lintRules.rules as readonly PolicyRule[]

/** Every rule by its id, for documents and answers. */
export const RULES = Object.fromEntries(
  RULE_LIST.map(({ id, level, catches, atlas, message }) => [
    id,
    { level, catches, atlas, message },
  ]),
  // @NOTE `Object.fromEntries` forgets the keys.
) as Readonly<Record<RuleId, RuleFacts>>
