import type { AskPolicy, UseDecision } from './ask-policy.ts'
import { compilePolicy, type CompiledPolicy } from './compile-policy.ts'
import { evaluatePath } from './evaluate-policy.ts'
import { knownPolicy } from './known-policy.ts'
import { compilePath, patternText, type PathPattern } from './path.ts'

/** The lines for robots.txt that say a part of a policy. */
export interface ExportedPolicy {
  /** The `Content-Usage` lines: one for each path with rules about `train-ai` or `search`. */
  readonly contentUsage: readonly string[]
  /** The `Content-Signal` line, which says what holds for `/`; null where no rule holds for it. */
  readonly contentSignal: string | null
}

/**
 * Writes the rules for all targets as `Content-Usage` and `Content-Signal`. Lost are the rules for some targets, uses
 * other than AIPREF's below `/`, and obligations. It never writes `Disallow`, which would also stop search.
 */
export function exportPolicy(policy: AskPolicy): ExportedPolicy {
  const known = knownPolicy(policy)
  if (known === undefined) return { contentUsage: [], contentSignal: null }
  const rules = known.rules.filter(({ targets }) => targets.includes('*'))
  const compiled = compilePolicy({ rules })
  const patternByText = new Map<string, PathPattern>()
  for (const { path, allow, deny } of rules) {
    const uses = new Set([...allow, ...deny])
    if (!uses.has('*') && !uses.has('search') && !uses.has('train-ai')) continue
    for (const pattern of path.map(compilePath)) patternByText.set(patternText(pattern), pattern)
  }
  const contentUsage = [...patternByText].flatMap(([text, pattern]) =>
    usageLine(compiled, text, pattern),
  )
  return { contentUsage, contentSignal: signalLine(compiled) }
}

/**
 * Writes the `Content-Usage` line of a pattern; empty where no rule about a use of AIPREF matches. Only the longest
 * line counts for a page that several patterns match, so each line also says what it inherits. A pattern with `#`
 * matches no page, and in a robots.txt it would begin a comment.
 */
function usageLine(policy: CompiledPolicy, text: string, { pieces }: PathPattern): string[] {
  const path = pieces.join('')
  if (text.includes('#')) return []
  const parts = (['train-ai', 'search'] as const).flatMap((use) =>
    stated(decisionAt(policy, path.startsWith('/') ? path : `/${path}`, use), use, 'y', 'n'),
  )
  return parts.length === 0 ? [] : [`Content-Usage: ${text} ${parts.join(', ')}`]
}

function signalLine(policy: CompiledPolicy): string | null {
  const at = (use: string): UseDecision => decisionAt(policy, '/', use)
  const inputs = ['answer', 'summarize', 'quote'].map(at)
  let input: UseDecision = 'unknown'
  if (inputs.includes('deny')) input = 'deny'
  else if (inputs.every((one) => one === 'allow')) input = 'allow'
  const parts = [
    ...stated(at('search'), 'search', 'yes', 'no'),
    ...stated(input, 'ai-input', 'yes', 'no'),
    ...stated(at('train-ai'), 'ai-train', 'yes', 'no'),
  ]
  return parts.length === 0 ? null : `Content-Signal: ${parts.join(', ')}`
}

const decisionAt = (policy: CompiledPolicy, path: string, use: string): UseDecision =>
  evaluatePath(policy, { target: '*', use, url: path }, path).decision

function stated(decision: UseDecision, name: string, yes: string, no: string): string[] {
  if (decision === 'unknown') return []
  return [`${name}=${decision === 'allow' ? yes : no}`]
}
