import { RUBRIC, type CheckId } from '../../domain/ai-score/rubric.ts'
import {
  PAGE_ISSUE_NAMES,
  PAGE_ISSUE_WORDS,
  type PageIssue,
} from '../../domain/page/page-issues.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { told } from '../../kernel/names/read-path.ts'

/** The most characters of a text that says what is wrong with a page. */
export const MAX_FINDING_CHARS = 100

export interface ReadFinding {
  finding: { issue: PageIssue } | { check: CheckId }
  /** A note that says how the text was read; undefined where it was read as it was sent. */
  told: string | undefined
}

/**
 * Reads what is wrong with a page as people name it: an issue (`no_description`, "missing meta description"), or a
 * check by its id (`C1`) or by words that its title alone has. Throws VALIDATION_FAILED with all that can be asked for.
 */
export function readFinding(asked: string): ReadFinding {
  const text = asked.slice(0, MAX_FINDING_CHARS)
  const words: readonly string[] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const check = RUBRIC.find(({ id }) => id.toLowerCase() === text.trim().toLowerCase())
  if (check) return { finding: { check: check.id }, told: told(text, check.id) }
  const issues = PAGE_ISSUE_NAMES.filter(
    (issue) =>
      issue === words.join('_') || PAGE_ISSUE_WORDS[issue].some((word) => words.includes(word)),
  )
  const [issue, ...otherIssues] = issues
  if (issue && otherIssues.length === 0) return { finding: { issue }, told: told(text, issue) }
  const titled = RUBRIC.filter(({ title }) => hasAll(title, words))
  const [one, ...others] = titled
  if (one && others.length === 0) {
    return { finding: { check: one.id }, told: told(text, `${one.id}, ${one.title}`) }
  }
  const checks = (titled.length > 0 ? titled : RUBRIC).map(({ id, title }) => `${id} (${title})`)
  throw invalidField(
    'finding',
    'invalid_value',
    `Must be ${PAGE_ISSUE_NAMES.join(', ')}, or a check: ${checks.join(', ')}`,
  )
}

function hasAll(title: string, words: readonly string[]): boolean {
  const known = new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  return words.length > 0 && words.every((word) => known.has(word))
}
