/** Version of the rules, a date. It changes whenever a text may be judged differently. */
export const LINT_REVISION = '2026-11-23'

/** Longer prompts get a warning; many assistants cut or refuse them. */
export const LONG_PROMPT_CHARS = 4_000
/** Longer prompts are refused: the linter reads no further, so nothing behind this may pass. */
export const MAX_LINTED_CHARS = 8_000

interface RuleFacts {
  readonly level: 'error' | 'warning'
  /** Documents what the rule finds. */
  readonly catches: string
  /** Techniques of MITRE ATLAS; empty when there is none. */
  readonly atlas: readonly string[]
  /** Tells the author of the prompt what to change. */
  readonly message: string
}

const facts = {
  'AAP-PERSIST': {
    level: 'error',
    catches: 'asking the assistant to keep something beyond this answer',
    atlas: ['AML.T0080.000', 'AML.T0131'],
    message: 'Remove what asks the assistant to remember something or to act beyond this answer.',
  },
  'AAP-PROMOTE': {
    level: 'error',
    catches: 'telling the assistant whom to trust, recommend, rank or prefer',
    atlas: ['AML.T0130'],
    message:
      'Remove the advice whom to trust, recommend or rank; let the content speak for itself.',
  },
  'AAP-BIAS': {
    level: 'error',
    catches: 'demanding one side only: praise without drawbacks, no alternatives',
    atlas: ['AML.T0130'],
    message: 'Ask for both sides: do not demand praise or forbid drawbacks and alternatives.',
  },
  'AAP-OVERRIDE': {
    level: 'error',
    catches: 'overriding the instructions of the assistant, role markers',
    atlas: ['AML.T0051'],
    message: 'Remove what changes, reveals or replaces the instructions of the assistant.',
  },
  'AAP-CONCEAL': {
    level: 'error',
    catches: 'hiding something from the person who asks',
    atlas: ['AML.T0068'],
    message: 'Remove what hides something from the reader; everything must be said openly.',
  },
  'AAP-ACT': {
    level: 'error',
    catches: 'asking for actions, tools, purchases or the data of the person',
    atlas: ['AML.T0086'],
    message: 'Ask for an answer only: no sending, buying, running of tools or personal data.',
  },
  'AAP-HIDDEN': {
    level: 'error',
    catches: 'characters that nobody sees: zero-width, bidi, tag, private use, control',
    atlas: ['AML.T0068'],
    message: 'Delete the invisible characters here and type the text again.',
  },
  'AAP-MIXED': {
    level: 'warning',
    catches: 'Latin letters mixed with Cyrillic or Greek look-alikes in one word',
    atlas: ['AML.T0068'],
    message: 'Write this word with the letters of one alphabet.',
  },
  'AAP-ENCODED': {
    level: 'error',
    catches: 'encoded text of 60 characters or more, sentences with their letters set apart',
    atlas: ['AML.T0068'],
    message: 'Write plainly what this encoded text says, or remove it.',
  },
  'AAP-FOREIGN-URL': {
    level: 'error',
    catches: 'an address outside the declared sources',
    atlas: [],
    message: 'Link only to the declared sources of the site, or remove this address.',
  },
  'AAP-UNCITED': {
    level: 'error',
    catches: 'a rendered prompt without a line `Source: URL`',
    atlas: [],
    message: 'Add a line that starts with “Source: ” and names the page.',
  },
  'AAP-LENGTH': {
    level: 'warning',
    catches: `more than ${LONG_PROMPT_CHARS} characters; an error above ${MAX_LINTED_CHARS}`,
    atlas: [],
    message: `Shorten the prompt to ${LONG_PROMPT_CHARS} characters.`,
  },
} as const satisfies Record<string, RuleFacts>

/** Stable ids of the rules; an id is never reused. */
export type RuleId = keyof typeof facts
/** Rules that are matched by phrases, language by language. */
export type WordRuleId =
  | 'AAP-PERSIST'
  | 'AAP-PROMOTE'
  | 'AAP-BIAS'
  | 'AAP-OVERRIDE'
  | 'AAP-CONCEAL'
  | 'AAP-ACT'
  | 'AAP-FOREIGN-URL'

export type PolicyRule = RuleFacts & { readonly id: RuleId }

/** Every rule by its id, for documents and answers. */
export const RULES: Readonly<Record<RuleId, RuleFacts>> = facts

/** Every rule in the order of the documents. */
export const RULE_LIST: readonly PolicyRule[] = Object.entries(facts).map(([id, rule]) => ({
  // @NOTE `Object.entries` forgets the keys of the literal above.
  id: id as RuleId,
  ...rule,
}))
