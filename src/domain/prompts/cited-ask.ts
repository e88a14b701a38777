import { createHash } from 'node:crypto'
import { canonicalJson } from '../../protocol/ask/canonical-json.ts'
import { useOfIntent, type AskIntent, type CitedAsk } from '../../protocol/ask/cited-ask.ts'
import { readAsk } from '../../protocol/ask/read-ask.ts'
import type { Use } from '../../protocol/policy/ask-policy.ts'
import { pathOfUrl } from '../../protocol/policy/path-of-url.ts'
import type { ProtocolProblem } from '../../protocol/problem.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import type { PromptKind } from '../prompt-rules/vocabulary.ts'

/** A template of a prompt as readers see it. */
export interface ResolvedTemplate {
  /** The id of the prompt. */
  promptId: string
  kind: PromptKind
  label: string
  /** The whole text, with its source and the request to cite it. */
  resolved: string
  /** The language of the prompt, a BCP 47 tag. */
  language: string
}

/** The intent of each kind of prompt, in the protocol's words. */
const INTENTS: Readonly<Record<PromptKind, AskIntent>> = {
  summarize: 'summarize',
  key_takeaways: 'summarize',
  explain: 'explain',
  ask: 'ask',
  compare: 'compare',
  apply: 'ask',
  critique: 'ask',
  cite: 'quote',
  translate: 'translate',
  custom: 'ask',
}

/** Returns the use that a site's policy must not deny for a kind of prompt. */
export const useOfKind = (kind: PromptKind): Use => useOfIntent(INTENTS[kind])

const TAIL = /\n\nSource: (\S+)\n[^\n]*$/

/** Returns the address of the page that a text cites; undefined for a text without a source. */
export const citedSource = (resolved: string): string | undefined => TAIL.exec(resolved)?.[1]

/**
 * Makes the Cited Ask of a template for its one page, with the page's values in place of placeholders. The protocol
 * renders it as `resolved`, byte for byte. Undefined for a text without a source.
 */
export function citedAskOf(template: ResolvedTemplate): CitedAsk | undefined {
  const { promptId, kind, label, resolved, language } = template
  const [tail, source] = TAIL.exec(resolved) ?? []
  if (tail === undefined || source === undefined) return undefined
  return {
    id: `${promptId}-${kind}`.replaceAll('_', '-').toLowerCase(),
    intent: INTENTS[kind],
    template: resolved.slice(0, -tail.length).replaceAll(/[{}]/g, '$&$&'),
    label,
    language,
    ...placeOf(source),
  }
}

/**
 * Returns the field that names the page of a Cited Ask: its `url` for https; for plain http a `path` pattern that
 * matches it alone, since the protocol names single pages by https only.
 */
function placeOf(source: string): { url: string } | { path: string } {
  const path = pathOfUrl(source)
  if (parseUrl(source)?.protocol === 'https:' || path === undefined) return { url: source }
  return { path: `${path.replaceAll('*', '%2A').replaceAll('$', '%24')}$` }
}

/** Lists the problems for which the protocol would refuse a template; an empty list for one that it takes. */
export function askProblems(template: ResolvedTemplate): readonly ProtocolProblem[] {
  const ask = citedAskOf(template)
  if (!ask) return [{ path: 'template', code: 'no_source', message: 'There is no line `Source:`' }]
  const read = readAsk(ask)
  return read.ok ? [] : read.problems
}

/**
 * Makes the Cited Ask that a template is published as, with its digest; undefined for one that the protocol would
 * refuse.
 */
export function publishedAsk(template: ResolvedTemplate): CitedAsk | undefined {
  const ask = citedAskOf(template)
  return ask && readAsk(ask).ok ? withDigest(ask) : undefined
}

/**
 * Adds the protocol's digest to a Cited Ask, without waiting: the protocol's own function waits for the digest of
 * browsers, and a list has many.
 */
export function withDigest(ask: CitedAsk): CitedAsk {
  const text = canonicalJson(ask) ?? ''
  return { ...ask, digest: `sha-256=:${createHash('sha256').update(text).digest('base64')}:` }
}
