import { lintPrompt } from '../../protocol/lint/lint-prompt.ts'

/**
 * The codes of faults of a prompt that may be without bad intent: it names no source, or other addresses than its
 * sources.
 */
const CARELESS: ReadonlySet<string> = new Set(['AAP-UNCITED', 'AAP-FOREIGN-URL'])

/** True for a prompt of a link that tries to steer the assistant: to make it remember, recommend, hide, obey or act. */
export const isPoisoned = (prompt: string): boolean =>
  lintPrompt(prompt, { sources: [], isTemplate: false }).some(
    ({ level, ruleId }) => level === 'error' && !CARELESS.has(ruleId),
  )
