import { useOfKind } from '../../domain/prompts/cited-ask.ts'
import type { PromptKind } from '../../domain/prompt-rules/vocabulary.ts'
import { clauseLanguageOf, excerptClause } from '../../protocol/ask/citation-clauses.ts'
import type { AskPolicy } from '../../protocol/policy/ask-policy.ts'
import { compilePolicy } from '../../protocol/policy/compile-policy.ts'
import { evaluatePolicy } from '../../protocol/policy/evaluate-policy.ts'

interface Offer<P, T> {
  /** Of the page. */
  path: string
  /** BCP 47, of the prompts. */
  language: string
  prompts: readonly P[]
  targets: readonly T[]
}

/**
 * Leaves of what a page offers what the policy of its site lets be built (Ask AI Protocol, building of links): no assistant
 * that may do nothing there, no prompt that one of the others may not answer, and with the bound of quotations where one is
 * set. One text serves all assistants, so that the smallest of their bounds counts.
 */
export function heedPolicy<P extends { kind: string; text: string }, T extends { id: string }>(
  policy: AskPolicy,
  { path, language, prompts, targets }: Offer<P, T>,
): { prompts: P[]; targets: T[] } {
  if (policy.rules.length === 0) return { prompts: [...prompts], targets: [...targets] }
  const compiled = compilePolicy(policy)
  const answerOf = ({ kind }: P, { id }: T) =>
    // @NOTE prompts have the kinds that the service stores.
    evaluatePolicy(compiled, { target: id, use: useOfKind(kind as PromptKind), url: path })
  const isDenied = (prompt: P, target: T) => answerOf(prompt, target).decision === 'deny'
  const left = targets.filter((target) => prompts.some((prompt) => !isDenied(prompt, target)))
  if (left.length === 0) return { prompts: [], targets: [] }
  const told = prompts
    .filter((prompt) => left.every((target) => !isDenied(prompt, target)))
    .map((prompt) => {
      const bounds = left.flatMap(
        (target) => answerOf(prompt, target).obligations?.maxExcerpt ?? [],
      )
      if (bounds.length === 0) return prompt
      const clause = excerptClause(clauseLanguageOf(language), Math.min(...bounds))
      return { ...prompt, text: `${prompt.text}\n${clause}` }
    })
  return { prompts: told, targets: told.length === 0 ? [] : left }
}
