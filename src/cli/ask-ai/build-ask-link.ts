import type { AskPage } from '../../protocol/ask/ask-values.ts'
import type { CitedAsk } from '../../protocol/ask/cited-ask.ts'
import { buildLink, type BuiltLink, type RefusedLink } from '../../protocol/links/build-link.ts'
import { compilePolicy } from '../../protocol/policy/compile-policy.ts'
import { findTarget, TARGET_REGISTRY } from '../../protocol/targets/registry.ts'
import { encodePrompt } from '../../protocol/targets/link-template.ts'
import { CliError } from '../cli-error.ts'
import type { CommandInput, RunCommand } from '../command.ts'
import { showableLine } from '../showable-text.ts'
import { formatPlaced, placeFinding } from './place-in-text.ts'
import { readAskAt, type AskAt } from './read-ask-at.ts'

/**
 * Builds the link that takes a page's prompt to an assistant; where no link fits, gives the prompt to be copied, and
 * says why.
 */
export const buildAskLinkCommand: RunCommand = async ({
  options,
  lists,
  positionals: [place = ''],
}) => {
  const pageUrl = options['page-url'] ?? ''
  const inputs = readInputs(lists['set'] ?? [])
  const at = await readAskAt(place, { id: options['ask'], pageUrl })
  const { ask, manifest, signals } = at
  refuseUnknown(Object.keys(inputs), ask)
  const target = options['target'] ?? defaultTarget(at)
  const policy = manifest?.policy && compilePolicy(manifest.policy)
  const page = pageOf(options, at)
  const built = buildLink({ ask, target, page, inputs, policy, signals })
  const data = { ask: ask.id, target, ...built }
  if (built.kind === 'refused') return { data, text: formatRefusal(built, target), failed: true }
  const why = built.kind === 'copy' ? whyCopied(target, built.prompt) : undefined
  return { data: { ...data, ...(why && { why }) }, text: formatBuilt(built, target, why) }
}

function readInputs(pairs: readonly string[]): Record<string, string> {
  const inputs = new Map<string, string>()
  for (const pair of pairs) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    if (name === '') throw new CliError(`--set takes name=value, not ${showableLine(pair)}`)
    if (inputs.has(name)) throw new CliError(`--set gives ${showableLine(name)} twice`)
    inputs.set(name, value)
  }
  return Object.fromEntries(inputs)
}

function refuseUnknown(names: readonly string[], { id, variables = {} }: CitedAsk): void {
  const unknown = names.find((name) => !Object.hasOwn(variables, name))
  if (unknown === undefined) return
  const known = Object.keys(variables)
  const has = known.length === 0 ? 'no variables' : `the variables ${known.join(', ')}`
  throw new CliError(`The prompt ${id} has ${has}, and no ${showableLine(unknown)}`)
}

/** Returns the id of the first target that the prompt names, else the site, else the registry. */
const defaultTarget = ({ ask, manifest }: AskAt): string =>
  ask.targets?.[0] ?? manifest?.targets?.[0] ?? TARGET_REGISTRY.defaults?.[0] ?? 'chatgpt'

function pageOf(options: CommandInput['options'], { manifest }: AskAt): AskPage {
  const language = options['language']
  return {
    url: options['page-url'] ?? '',
    title: options['title'] ?? '',
    site: options['site'] ?? manifest?.site.name ?? '',
    ...(language === undefined ? {} : { language }),
  }
}

const SUBMITS = {
  always: 'which sends it at once',
  never: 'which sends it when the reader says so',
  unknown: 'which may send it at once',
} as const

function formatBuilt(
  built: Exclude<BuiltLink, RefusedLink>,
  target: string,
  why: string | undefined,
): string {
  const name = findTarget(target)?.name ?? target
  const notes = built.findings.map((one) => formatPlaced(placeFinding(built.prompt, one)))
  if (built.kind === 'link') {
    const head = `It fills the prompt in at ${name}, ${SUBMITS[built.submits]}`
    return [built.href, head, ...appLine(built.app), ...notes].join('\n')
  }
  const head = `No link, because ${why ?? 'no link fits'}. Copy this prompt and paste it at ${built.href}:`
  const instead = built.substitute === undefined ? [] : [`${built.substitute} takes links`]
  return [head, '', built.prompt, '', ...appLine(built.app), ...instead, ...notes]
    .join('\n')
    .trimEnd()
}

const appLine = (app: string | undefined): string[] =>
  app === undefined ? [] : [`With its program installed: ${app}`]

function formatRefusal(refused: RefusedLink, target: string): string {
  switch (refused.reason) {
    case 'unknown_target':
      return `✗ The registry has no target ${showableLine(target)}; there are ${TARGET_REGISTRY.targets.map(({ id }) => id).join(', ')}`
    case 'other_page':
      return '✗ The prompt is not for this page'
    case 'policy_denied':
      return `✗ The policy of the site denies it (${refused.layers
        .filter(({ decision }) => decision === 'deny')
        .map(({ layer }) => layer)
        .join(', ')})`
    case 'render':
      return `✗ The prompt cannot be rendered: ${refused.error}${refused.name === undefined ? '' : ` (${refused.name})`}`
    default:
      return [
        '✗ The prompt breaks rules, so there is no link',
        ...refused.findings.map((one) => `✗ ${one.ruleId}: ${one.message}`),
      ].join('\n')
  }
}

/** Says why a prompt is copied and not linked. */
function whyCopied(id: string, prompt: string): string {
  const target = findTarget(id)
  if (target === undefined) return 'the registry does not know the target'
  const links = target.methods.flatMap((method) => (method.type === 'link' ? [method] : []))
  const working = links.filter(({ status }) => status !== 'broken')
  if (links.length === 0) return `${target.name} takes no prompt from a link`
  if (working.length === 0) return `the link of ${target.name} is known to be broken`
  const limits = working.map(({ maxUrlLength }) => maxUrlLength ?? TARGET_REGISTRY.maxUrlLength)
  const octets = encodePrompt(prompt).length
  return `the prompt alone takes ${octets} octets of a link, which at ${target.name} has ${Math.max(...limits)} at most`
}
