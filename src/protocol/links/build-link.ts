import { askValues, type AskPage } from '../ask/ask-values.ts'
import { isJsonObject } from '../json-object.ts'
import { parseAskTemplate } from '../ask/ask-template.ts'
import { useOfIntent, type CitedAsk } from '../ask/cited-ask.ts'
import { isKnownAsk } from '../ask/known-ask.ts'
import { askTail, fillParts, renderAsk, type RenderError } from '../ask/render-ask.ts'
import { lintPrompt, type LintFinding } from '../lint/lint-prompt.ts'
import type { UseDecision } from '../policy/ask-policy.ts'
import { compilePolicy, type CompiledPolicy } from '../policy/compile-policy.ts'
import { evaluateLayers, type LayersAnswer, type PolicySignals } from '../policy/evaluate-layers.ts'
import { knownRegistry } from '../targets/read-registry.ts'
import { encodePrompt, readLinkTemplate, type LinkTemplate } from '../targets/link-template.ts'
import type { AskTarget, LinkMethod, TargetRegistry } from '../targets/ask-target.ts'
import { findTarget, isWorking, TARGET_REGISTRY } from '../targets/registry.ts'
import { readWebAddress } from '../web-address.ts'
import { isForPage } from './ask-place.ts'

export interface LinkQuestion {
  readonly ask: CitedAsk
  /** The id of a target of the registry. */
  readonly target: string
  readonly page: AskPage
  /** The values that the reader typed. They are the reader's own, so they are not judged as words of the site. */
  readonly inputs?: Readonly<Record<string, string>> | undefined
  readonly textUrl?: string | null | undefined
  readonly policy?: CompiledPolicy | undefined
  readonly signals?: PolicySignals | undefined
  readonly registry?: TargetRegistry | undefined
}

interface OpenWith {
  readonly prompt: string
  readonly mobile: 'works' | 'ignored' | 'unknown'
  /** The link that opens an installed program. It is offered next to `href`, and is never opened by itself. */
  readonly app?: string
  readonly decision: UseDecision
  /** The linter's findings on the words of the site. All of them are warnings, since an error refuses the link. */
  readonly findings: readonly LintFinding[]
}

export type BuiltLink =
  | (OpenWith & {
      readonly kind: 'link'
      readonly href: string
      readonly submits: LinkMethod['submits']
    })
  /** The reader copies the prompt and opens `href`, the home page of the target; nothing is sent by itself. */
  | (OpenWith & {
      readonly kind: 'copy'
      readonly href: string
      readonly submits: 'never'
      /** The id of a target to offer in its place, which takes links. */
      readonly substitute?: string
    })
  | RefusedLink

export type RefusedLink =
  | { readonly kind: 'refused'; readonly reason: 'unknown_target' | 'other_page' }
  | {
      readonly kind: 'refused'
      readonly reason: 'policy_denied'
      readonly decision: 'deny'
      readonly layers: LayersAnswer['layers']
    }
  | {
      readonly kind: 'refused'
      readonly reason: 'render'
      readonly error: RenderError
      readonly name?: string
    }
  | { readonly kind: 'refused'; readonly reason: 'lint'; readonly findings: readonly LintFinding[] }

/**
 * The most characters of a site's name that the linter gets. A name has at most 300, so a longer text is not a name.
 */
const MAX_NAME_CHARS = 2_000

const NO_POLICY = compilePolicy({ rules: [] })

/**
 * Makes the link that takes a Cited Ask to a target: it asks the policy, renders the prompt, lints the words of the
 * site, and takes the first method that fits. Nothing is ever cut: a prompt that fits no link is to be copied.
 */
export function buildLink(question: LinkQuestion): BuiltLink {
  // Callers without types may give anything.
  if (!isJsonObject(question)) return { kind: 'refused', reason: 'unknown_target' }
  const { ask, page } = question
  const registry = knownRegistry(question.registry ?? TARGET_REGISTRY)
  const target = registry && findTarget(question.target, registry)
  if (registry === undefined || target === undefined) {
    return { kind: 'refused', reason: 'unknown_target' }
  }
  if (!isKnownAsk(ask)) return { kind: 'refused', reason: 'render', error: 'invalid_ask' }
  if (!isJsonObject(page)) return { kind: 'refused', reason: 'render', error: 'invalid_page' }
  if (!isForPage(ask, page.url)) return { kind: 'refused', reason: 'other_page' }
  return buildFor(question, target, registry)
}

function buildFor(question: LinkQuestion, target: AskTarget, registry: TargetRegistry): BuiltLink {
  const { ask, page } = question
  const answer = askLayers(question, target)
  if (answer.decision === 'deny') {
    return { kind: 'refused', reason: 'policy_denied', decision: 'deny', layers: answer.layers }
  }
  const given = {
    page,
    inputs: question.inputs,
    textUrl: question.textUrl,
    excerptLimit: answer.obligations?.maxExcerpt,
  }
  const rendered = renderAsk(ask, given)
  if (!rendered.ok) {
    const name = rendered.name === undefined ? {} : { name: rendered.name }
    return { kind: 'refused', reason: 'render', error: rendered.error, ...name }
  }
  const findings = lintPrompt(sitesWords(ask, given, rendered.prompt), {
    sources: sourcesOf(ask, page),
    names: typeof page.site === 'string' ? [page.site.slice(0, MAX_NAME_CHARS)] : [],
    isTemplate: false,
  })
  if (findings.some(({ level }) => level === 'error')) {
    return { kind: 'refused', reason: 'lint', findings }
  }
  return openWith(target, registry, rendered.prompt, answer.decision, findings)
}

function askLayers({ ask, page, policy, signals }: LinkQuestion, target: AskTarget): LayersAnswer {
  return evaluateLayers(policy ?? NO_POLICY, {
    target: target.id,
    agents: target.agents,
    use: useOfIntent(ask.intent),
    url: page.url,
    signals,
  })
}

/** The text that stands in place of what a reader types, in the words that the linter gets. */
const INPUT = '…'

/** Returns the prompt without what the reader typed, which the site did not write. */
function sitesWords(ask: CitedAsk, given: Parameters<typeof renderAsk>[1], prompt: string): string {
  const { inputs = {} } = given
  if (Object.keys(inputs).length === 0) return prompt
  const parsed = parseAskTemplate(ask.template)
  const tail = askTail(ask, given)
  if (!parsed.ok || !tail.ok) return prompt
  const open = Object.fromEntries(
    Object.entries(ask.variables ?? {}).flatMap(([name, variable]) =>
      variable.default === undefined ? [[name, INPUT]] : [],
    ),
  )
  const values = askValues(ask, parsed.parts, { page: given.page, inputs: open })
  return values.ok ? `${fillParts(parsed.parts, values.valueByName)}\n\n${tail.text}` : prompt
}

function sourcesOf(ask: CitedAsk, page: AskPage): string[] {
  const urls = [page.url, ...(ask.sources ?? []).map(({ url }) => url)]
  return urls.flatMap((url) => readWebAddress(url)?.origin ?? [])
}

function openWith(
  target: AskTarget,
  registry: TargetRegistry,
  prompt: string,
  decision: UseDecision,
  findings: readonly LintFinding[],
): BuiltLink {
  const encoded = encodePrompt(prompt)
  const web = fittingMethod(target, registry, 'link', encoded)
  const app = fittingMethod(target, registry, 'app', encoded)
  const mobile = web?.method.mobile ?? 'unknown'
  const beside = app === undefined ? {} : { app: app.href }
  const common = { prompt, mobile, ...beside, decision, findings }
  if (web !== undefined) {
    return { kind: 'link', href: web.href, submits: web.method.submits, ...common }
  }
  const { home, substitute } = target
  const instead = substitute === undefined ? {} : { substitute }
  return { kind: 'copy', href: home, submits: 'never', ...instead, ...common }
}

const templatesByMethod = new WeakMap<LinkMethod, LinkTemplate>()

/** Returns the template of a method; each template is read once. Undefined for one that cannot be read. */
function templateOf(
  method: LinkMethod,
  schemes: readonly string[] | undefined,
): LinkTemplate | undefined {
  const known = templatesByMethod.get(method)
  if (known !== undefined) return known
  const read = readLinkTemplate(method.template, method.type === 'app' ? schemes : [])
  if (read !== undefined) templatesByMethod.set(method, read)
  return read
}

/** Returns the first working method of a type whose address with this prompt is not too long. */
function fittingMethod(
  { methods }: AskTarget,
  { maxUrlLength, appSchemes }: TargetRegistry,
  type: LinkMethod['type'],
  encoded: string,
): { method: LinkMethod; href: string } | undefined {
  for (const method of methods) {
    if (!isWorking(method, type)) continue
    const template = templateOf(method, appSchemes)
    if (template === undefined) continue
    const href = template.before + encoded + template.after
    // Everything in it is ASCII, so characters are octets.
    if (href.length <= (method.maxUrlLength ?? maxUrlLength)) return { method, href }
  }
  return undefined
}
