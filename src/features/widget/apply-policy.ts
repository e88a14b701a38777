import { useOfKind } from '../../domain/prompts/cited-ask.ts'
import type { PromptKind } from '../../domain/prompt-rules/vocabulary.ts'
import { clauseLanguageOf, excerptClause } from '../../protocol/ask/citation-clauses.ts'
import type { AskPolicy } from '../../protocol/policy/ask-policy.ts'
import { compilePolicy } from '../../protocol/policy/compile-policy.ts'
import { evaluatePolicy, type PolicyAnswer } from '../../protocol/policy/evaluate-policy.ts'

interface Offer<P, T> {
  /** The path of the page. */
  path: string
  /** The language of the prompts, as a BCP 47 tag. */
  language: string
  prompts: readonly P[]
  targets: readonly T[]
}

/**
 * Returns those prompts and assistants of a page for which the site's policy allows links (Ask AI Protocol, building of
 * links). It leaves out an assistant that may do nothing there, and a prompt that one of the remaining assistants may
 * not answer. Where the policy bounds quotations, the prompts state the smallest bound, since one text serves all
 * assistants.
 */
export function applyPolicy<P extends { kind: string; text: string }, T extends { id: string }>(
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
