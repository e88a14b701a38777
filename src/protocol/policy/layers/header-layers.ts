import { readDictionary } from './dictionary.ts'
import { malformed, noRule, type LayerAnswer, type LayerName } from './layer.ts'

/** The labels of AIPREF's vocabulary. */
const AIPREF_LABELS: readonly string[] = ['train-ai', 'search']

const DECISIONS = new Map<string | null, 'allow' | 'deny'>([
  ['y', 'allow'],
  ['n', 'deny'],
])

/**
 * Returns what an `Ask-Policy` says about a use: the value of the header, or the content of a `<meta
 * name="ask-policy">`, such as `answer=y, quote=y;max=300`.
 */
export const askPolicyLayer = (
  layer: 'ask_policy_header' | 'ask_policy_meta',
  text: string,
  use: string,
): LayerAnswer => dictionaryLayer(layer, text, use)

/** Returns what the header `Content-Usage` says about a use; it speaks of the two uses of AIPREF alone. */
export const contentUsageLayer = (text: string, use: string): LayerAnswer =>
  dictionaryLayer('content_usage_header', text, AIPREF_LABELS.includes(use) ? use : undefined)

function dictionaryLayer(layer: LayerName, text: string, use: string | undefined): LayerAnswer {
  const members = readDictionary(text)
  if (members === undefined) return malformed(layer)
  const member = use === undefined ? undefined : members.get(use)
  const decision = DECISIONS.get(member?.token ?? null)
  if (member === undefined || decision === undefined) return noRule(layer)
  const max = layer === 'content_usage_header' ? undefined : member.numbers.get('max')
  const answer = {
    layer,
    decision,
    rule: `${use}=${member.token}`,
    reason: 'rule_matched',
  } as const
  if (decision === 'deny' || max === undefined || max < 0) return answer
  return { ...answer, rule: `${answer.rule};max=${max}`, maxExcerpt: max }
}
