import type { LintFinding } from '../../protocol/lint/lint-prompt.ts'
import { showableLine } from '../showable-text.ts'

/** A finding with its words, and its place as editors count: lines and columns from 1. */
export interface PlacedFinding extends LintFinding {
  line: number
  column: number
  words: string
}

const MAX_WORDS = 200

export function placeFinding(text: string, finding: LintFinding): PlacedFinding {
  const before = text.slice(0, finding.start).split('\n')
  const words = text.slice(finding.start, finding.end).slice(0, MAX_WORDS)
  return { ...finding, line: before.length, column: (before.at(-1) ?? '').length + 1, words }
}

export const formatPlaced = ({
  ruleId,
  level,
  line,
  column,
  words,
  message,
}: PlacedFinding): string =>
  `${level === 'error' ? '✗' : '!'} ${ruleId} ${line}:${column} “${showableLine(words)}” ${message}`
