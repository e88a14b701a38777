import * as z from 'zod'
import type { LintFinding } from '../../protocol/lint/lint-prompt.ts'
import { shownStart } from './shown-text.ts'

const MAX_WORDS = 80

export const ShownFinding = z.object({
  ruleId: z.string(),
  level: z.string(),
  start: z.int(),
  end: z.int(),
  words: z.string().optional(),
  message: z.string(),
})

/** Makes a finding for an answer from one of the linter, with the words that it is about where the prompt is given. */
export function showFinding(finding: LintFinding, prompt?: string): z.input<typeof ShownFinding> {
  const { ruleId, level, start, end, message } = finding
  const words =
    prompt === undefined ? {} : { words: shownStart(prompt.slice(start, end), MAX_WORDS) }
  return { ruleId, level, start, end, ...words, message }
}

export const hasLintErrors = (findings: readonly LintFinding[]): boolean =>
  findings.some(({ level }) => level === 'error')
