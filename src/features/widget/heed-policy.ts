import { useOfKind } from '../../domain/prompts/cited-ask.ts'
import type { PromptKind } from '../../domain/prompt-rules/vocabulary.ts'
import { clauseLanguageOf, excerptClause } from '../../protocol/ask/citation-clauses.ts'
import type { AskPolicy } from '../../protocol/policy/ask-policy.ts'
import { compilePolicy } from '../../protocol/policy/compile-policy.ts'
import { evaluatePolicy, type PolicyAnswer } from '../../protocol/policy/evaluate-policy.ts'

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
  const answersOf = ({ kind }: P): Map<T, PolicyAnswer> => {
    // @NOTE prompts have the kinds that the service stores.
    const use = useOfKind(kind as PromptKind)
    return new Map(
      targets.map((target) => [
        target,
        evaluatePolicy(compiled, { target: target.id, use, url: path }),
      ]),
    )
  }
  const judged = prompts.map((prompt) => ({ prompt, answers: answersOf(prompt) }))
  const left = targets.filter((target) =>
    judged.some(({ answers }) => answers.get(target)?.decision !== 'deny'),
  )
  if (left.length === 0) return { prompts: [], targets: [] }
  const told = judged.flatMap(({ prompt, answers }) => {
    const ofLeft = left.flatMap((target) => answers.get(target) ?? [])
    if (ofLeft.some(({ decision }) => decision === 'deny')) return []
    const bounds = ofLeft.flatMap(({ obligations }) => obligations?.maxExcerpt ?? [])
    if (bounds.length === 0) return [prompt]
    const clause = excerptClause(clauseLanguageOf(language), Math.min(...bounds))
    return [{ ...prompt, text: `${prompt.text}\n${clause}` }]
  })
  return { prompts: told, targets: told.length === 0 ? [] : left }
}
