import lintRules from '../data/lint-rules.json' with { type: 'json' }

/** The version of the rules, a date. It changes whenever a text may be judged differently. */
export const LINT_REVISION: string = lintRules.revision

/** The number of characters above which a prompt gets a warning; many assistants cut or refuse longer ones. */
export const LONG_PROMPT_CHARS: number = lintRules.limits.long
/**
 * The number of characters above which a prompt is refused: the linter reads no further, so nothing behind this may
 * pass.
 */
export const MAX_LINTED_CHARS: number = lintRules.limits.longest
/** The most findings of one rule that a text gets, since a repetitive text would have thousands. */
export const MAX_FINDINGS_PER_RULE: number = lintRules.limits.findingsPerRule

interface RuleFacts {
  readonly level: 'error' | 'warning'
  /** A description of what the rule finds, for the documents. */
  readonly catches: string
  /** The ids of techniques of MITRE ATLAS; empty where no technique applies. */
  readonly atlas: readonly string[]
  /** The sentence that says to the author of a prompt what to change. */
  readonly message: string
}

/** The ids of the rules that are matched by phrases, language by language. */
export type WordRuleId =
  | 'AAP-PERSIST'
  | 'AAP-PROMOTE'
  | 'AAP-BIAS'
  | 'AAP-OVERRIDE'
  | 'AAP-CONCEAL'
  | 'AAP-ACT'
  | 'AAP-FOREIGN-URL'
/** The ids of all rules. They are stable: an id is never used for another rule. */
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
