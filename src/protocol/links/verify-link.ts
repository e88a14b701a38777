import { parseAskTemplate } from '../ask/ask-template.ts'
import { ASK_LIMITS, useOfIntent, type CitedAsk } from '../ask/cited-ask.ts'
import { CLAUSE_LANGUAGES, citationClause, clauseLanguageOf } from '../ask/citation-clauses.ts'
import { cleanText } from '../ask/clean-text.ts'
import { readAsk } from '../ask/read-ask.ts'
import { askTail } from '../ask/render-ask.ts'
import { isBounded } from '../document-bounds.ts'
import { isJsonObject } from '../json-object.ts'
import { lintPrompt, type LintFinding } from '../lint/lint-prompt.ts'
import { isVoid } from '../manifest/is-void.ts'
import { compilePolicy, type CompiledPolicy } from '../policy/compile-policy.ts'
import { evaluateLayers, type LayersAnswer, type PolicySignals } from '../policy/evaluate-layers.ts'
import { readPolicy } from '../policy/read-policy.ts'
import { knownRegistry } from '../targets/read-registry.ts'
import type { TargetRegistry } from '../targets/ask-target.ts'
import { findTarget, TARGET_REGISTRY } from '../targets/registry.ts'
import { readWebAddress } from '../web-address.ts'
import { isForPage } from './ask-place.ts'
import { matchTemplate, type MatchBudget } from './match-template.ts'
import { recogniseLink } from './recognise-link.ts'

export interface VerifyQuestion {
  readonly href: string
  /** A manifest as it was fetched, and the origin that it was fetched from; it counts only for pages of that origin. */
  readonly manifest?: { readonly origin: string; readonly document: unknown } | undefined
  readonly signals?: PolicySignals | undefined
  readonly registry?: TargetRegistry | undefined
  /** The time in epoch milliseconds; without it, `expires` of the manifest is not checked. */
  readonly now?: number | undefined
}

export interface VerifiedLink {
  /**
   * `verified`: the origin publishes this prompt for this page, with the defaults of its variables.
   * `verified_with_input`: the same, except for `inputs` that somebody chose. `unpublished`: the origin does not
   * publish it, or no manifest was given. `unrecognised`: the link fits no target.
   */
  readonly status: 'verified' | 'verified_with_input' | 'unpublished' | 'unrecognised'
  readonly target: string | null
  readonly prompt: string | null
  /** The addresses of the prompt's `Source:` lines, the page first. */
  readonly sources: readonly string[]
  /** The id of the Cited Ask that the prompt was rendered from. */
  readonly ask?: string
  readonly inputs?: Readonly<Record<string, string>>
  /** The linter's findings on the whole prompt, for every status except `unrecognised`. */
  readonly findings: readonly LintFinding[]
}

/**
 * Checks whether the origin of the first source in a link's prompt publishes that prompt. It does not say whether the
 * prompt is good.
 */
export function verifyLink(question: VerifyQuestion): VerifiedLink {
  // Callers without types may give anything.
  if (!isJsonObject(question)) return UNRECOGNISED
  const { href, manifest, signals, registry, now } = question
  const known = knownRegistry(registry ?? TARGET_REGISTRY)
  const link = known && recogniseLink(href, known)
  if (known === undefined || link === undefined) return UNRECOGNISED
  const { target, prompt } = link
  const sources = sourcesIn(prompt)
  const findings = lintPrompt(prompt, { sources: originsOf(sources), isTemplate: false })
  const found =
    link.isExact &&
    isJsonObject(manifest) &&
    findAsk(prompt, manifest, { target, signals, known, now })
  if (!found) return { status: 'unpublished', target, prompt, sources, findings }
  const { ask, inputs } = found
  const isPlain = Object.keys(inputs).length === 0
  const status = isPlain ? 'verified' : 'verified_with_input'
  return { status, target, prompt, sources, ask, ...(isPlain ? {} : { inputs }), findings }
}

const UNRECOGNISED: VerifiedLink = {
  status: 'unrecognised',
  target: null,
  prompt: null,
  sources: [],
  findings: [],
}

const MAX_PROMPT_CHARS = 16_000
const MAX_SOURCES = 50
const MAX_PROMPTS = 2_000
const MAX_STEPS = 20_000

/**
 * Returns the addresses of the `Source:` lines after the last blank line, or, where that part has none, those of the
 * whole text.
 */
function sourcesIn(prompt: string): string[] {
  const whole = linesOf(prompt)
  const tail = linesOf(prompt.slice(prompt.lastIndexOf('\n\n') + 1))
  return (tail.length > 0 ? tail : whole).slice(0, MAX_SOURCES)
}

const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith('Source: ') ? [line.slice(8)] : []))

const originsOf = (sources: readonly string[]): string[] =>
  sources.flatMap((source) => readWebAddress(source)?.origin ?? [])

interface Context {
  readonly target: string
  readonly signals: PolicySignals | undefined
  readonly known: TargetRegistry
  readonly now: number | undefined
}

interface FoundAsk {
  readonly ask: string
  readonly inputs: Readonly<Record<string, string>>
}

function findAsk(
  prompt: string,
  manifest: { readonly origin: string; readonly document: unknown },
  context: Context,
): FoundAsk | undefined {
  const { document } = manifest
  const end = prompt.lastIndexOf('\n\n')
  if (end < 0 || prompt.length > MAX_PROMPT_CHARS || !isDocument(document)) return undefined
  const [pageUrl = ''] = sourcesIn(prompt)
  if (isVoid(document, context.now) || !isOfOrigin(pageUrl, manifest.origin)) return undefined
  const body = prompt.slice(0, end)
  const tail = prompt.slice(end + 2)
  const budget = { steps: MAX_STEPS }
  const site = siteName(document['site'])
  const excerptLimitOf = excerptLimits(policyOf(document['policy']), pageUrl, context)
  for (const one of listOf(document['prompts'])) {
    const read = readAsk(one)
    if (!read.ok || !isForPage(read.value, pageUrl)) continue
    if (!hasTail(read.value, { tail, pageUrl, excerptLimitOf })) continue
    const inputs = inputsOf(read.value, { body, pageUrl, site, budget })
    if (inputs !== undefined) return { ask: read.value.id, inputs }
  }
  return undefined
}

const isDocument = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isJsonObject(value) && isBounded(value)

/** True for an address of this origin, which alone a manifest speaks for. */
function isOfOrigin(url: string, origin: string): boolean {
  const own = readWebAddress(origin)?.origin
  return own !== undefined && readWebAddress(url)?.origin === own
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, MAX_PROMPTS) : []

const siteName = (site: unknown): string | undefined =>
  isJsonObject(site) && typeof site['name'] === 'string' ? cleanText(site['name']) : undefined

function policyOf(value: unknown): CompiledPolicy {
  const read = value === undefined ? undefined : readPolicy(value)
  return compilePolicy(read?.ok === true ? read.value : { rules: [] })
}

type ExcerptLimits = (use: AskUse) => number | undefined

type AskUse = ReturnType<typeof useOfIntent>

/**
 * Makes a function that returns the most characters that a use of the page may quote; undefined for no limit. Each use
 * is evaluated once, since policy, robots.txt and manifest may be long.
 */
function excerptLimits(
  policy: CompiledPolicy,
  url: string,
  { target, signals, known }: Context,
): ExcerptLimits {
  const agents = findTarget(target, known)?.agents
  const answerByUse = new Map<AskUse, LayersAnswer>()
  return (use) => {
    const answer =
      answerByUse.get(use) ?? evaluateLayers(policy, { target, agents, use, url, signals })
    answerByUse.set(use, answer)
    return answer.obligations?.maxExcerpt ?? undefined
  }
}

interface TailQuestion {
  readonly tail: string
  readonly pageUrl: string
  readonly excerptLimitOf: ExcerptLimits
}

/** True when the lines after the blank line are those that this Cited Ask is rendered with. */
function hasTail(ask: CitedAsk, { tail, pageUrl, excerptLimitOf }: TailQuestion): boolean {
  const excerptLimit = excerptLimitOf(useOfIntent(ask.intent))
  const stated = tail.split('\n').at(excerptLimit === undefined ? -1 : -2)
  // The language of the page chose the clauses of a Cited Ask that has no language.
  const languages = ask.language === undefined ? CLAUSE_LANGUAGES : [ask.language]
  // The line of the clause tells the one language that is worth a rendering.
  const meant = languages.filter((one) => citationClause(clauseLanguageOf(one)) === stated)
  if (meant.length === 0) return false
  const textUrl = /^Text: (\S{1,2048})$/m.exec(tail)?.[1]
  return meant.some((language) => {
    const page = { url: pageUrl, title: '', site: '', language }
    const expected = askTail(ask, { page, textUrl, excerptLimit })
    return expected.ok && expected.text === tail
  })
}

interface BodyQuestion {
  readonly body: string
  readonly pageUrl: string
  readonly site: string | undefined
  readonly budget: MatchBudget
}

/**
 * Returns the values of variables that are not their defaults; undefined when the template cannot have given this text.
 */
function inputsOf(
  ask: CitedAsk,
  { body, pageUrl, site, budget }: BodyQuestion,
): Record<string, string> | undefined {
  const parsed = parseAskTemplate(ask.template)
  if (!parsed.ok) return undefined
  const variables = Object.entries(ask.variables ?? {})
  const lengthByName = new Map(variables.map(([name, { maxLength }]) => [name, maxLength]))
  const maxOf = (name: string): number =>
    name === 'language' ? 35 : (lengthByName.get(name) ?? ASK_LIMITS.value)
  const match = { parts: parsed.parts, text: body, maxOf, budget }
  const fixed = new Map([['url', pageUrl]])
  if (site !== undefined) fixed.set('site', site)
  const defaults = variables.flatMap(([name, { default: text }]) =>
    text === undefined ? [] : [[name, cleanText(text)] as const],
  )
  const found =
    matchTemplate(match, new Map([...fixed, ...defaults])) ?? matchTemplate(match, fixed)
  if (found === undefined) return undefined
  const defaultByName = new Map(defaults)
  return Object.fromEntries(
    [...found].filter(
      ([name, value]) => lengthByName.has(name) && defaultByName.get(name) !== value,
    ),
  )
}
