import type { CitedAsk } from '../ask/cited-ask.ts'
import { readAsk } from '../ask/read-ask.ts'
import { isJsonObject } from '../json-object.ts'
import type { AskPolicy } from '../policy/ask-policy.ts'
import { readPolicyAt } from '../policy/read-policy.ts'
import type { DocumentRead, ProtocolProblem } from '../problem.ts'
import {
  formedText,
  memberPath,
  ProblemList,
  textMember,
  textsMember,
  withoutAbsent,
  type ObjectReader,
} from '../read-members.ts'
import { readUrl } from '../read-url.ts'
import { readWebAddress } from '../web-address.ts'
import { readInstant } from './is-void.ts'
import { checkDepth, parseManifest } from './parse-manifest.ts'

export interface ManifestSite {
  readonly name: string
  readonly url: string
  readonly language?: string
  readonly contact?: string
}

/** A manifest as it was read, without the parts about other origins and the members that this version does not know. */
export interface AskManifest {
  readonly askAi: string
  readonly site: ManifestSite
  readonly expires?: string
  readonly policy?: AskPolicy
  readonly prompts: readonly CitedAsk[]
  readonly targets?: readonly string[]
  readonly registry?: string
  /** The address of a page with further prompts, on the same origin. */
  readonly next?: string
  /**
   * The parts that are well-formed and were left out: those about other origins, and prompts of later minor versions.
   */
  readonly ignored: readonly ProtocolProblem[]
}

export interface ManifestOptions {
  /**
   * The address that the manifest was fetched from. The manifest speaks for the origin of this address alone, or,
   * without it, for the origin of the site's address.
   */
  readonly url?: string | undefined
  /** The time in epoch milliseconds; without it, `expires` is not checked. */
  readonly now?: number | undefined
}

const MAX_PROMPTS = 1_000
const MAX_TARGETS = 100
const MAX_PROMPT_PROBLEMS = 20
/** The most notes about parts that were left out. */
const MAX_IGNORED = 100
const MAX_TEXT = 2_048
const VERSION = /^(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,3})$/
const LANGUAGE = {
  form: /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/,
  max: 35,
  what: 'a language tag (BCP 47)',
}
const CONTACT = {
  form: /^(?:mailto|https|tel):/i,
  max: MAX_TEXT,
  what: 'a mailto, https or tel address',
}
const TARGET = /^[a-z0-9][a-z0-9-]{0,63}$/

interface Reader extends ObjectReader {
  readonly ignored: ProtocolProblem[]
}

/** Reads a manifest from its text, or from JSON that was parsed, and returns it whole, or every problem. */
export function readManifest(
  value: unknown,
  options: ManifestOptions = {},
): DocumentRead<AskManifest> {
  const problems = new ProblemList()
  const parsed = typeof value === 'string' ? parseManifest(value, problems) : value
  if (typeof value !== 'string') checkDepth(parsed, problems)
  if (problems.isEmpty && !isJsonObject(parsed)) problems.add('', 'not_object', 'Give an object')
  if (!problems.isEmpty || !isJsonObject(parsed)) return problems.result<AskManifest>(undefined)
  const reader = { members: parsed, path: '', problems, ignored: [] }
  return problems.result(readMembers(reader, options))
}

function readMembers(reader: Reader, options: ManifestOptions): AskManifest | undefined {
  const { members, problems, ignored } = reader
  const askAi = readVersion(reader)
  // Nothing is known of another major version, so nothing else is wrong with it either.
  if (askAi === undefined) return undefined
  const site = readSite(reader)
  const base = options.url ?? site?.url ?? ''
  const origin = readWebAddress(base)?.origin
  if (site !== undefined) checkOrigin(site, origin, problems)
  const expires = readExpires(reader, options.now)
  const stated = members['policy']
  const policy = stated === undefined ? undefined : readPolicyAt(stated, 'policy', problems)
  const prompts = readPrompts(reader, { origin, isLater: askAi !== '1.0' })
  const targets = readTargets(reader)
  const registry = readAddress(reader, 'registry')
  const next = readNext(reader, base, origin)
  if (site === undefined) return undefined
  return {
    askAi,
    site,
    ...withoutAbsent({ expires, policy, targets, registry, next }),
    prompts,
    ignored,
  }
}

function checkOrigin(
  { url }: ManifestSite,
  origin: string | undefined,
  problems: ProblemList,
): void {
  if (readWebAddress(url)?.origin === origin) return
  problems.add('site.url', 'foreign_origin', 'A manifest speaks for the origin it is fetched from')
}

function readVersion(reader: Reader): string | undefined {
  const { problems } = reader
  const version = required(reader, 'askAi', 9)
  if (version === undefined) return undefined
  const major = VERSION.exec(version)?.[1]
  if (major === '1') return version
  return major === undefined
    ? problems.add('askAi', 'wrong_form', 'Give MAJOR.MINOR, as in 1.0')
    : problems.add('askAi', 'unsupported_version', 'Give a version 1.x')
}

function required(reader: Reader, name: string, max: number): string | undefined {
  if (reader.members[name] !== undefined) return textMember(reader, name, max)
  return reader.problems.add(memberPath(reader.path, name), 'missing', 'This member is required')
}

function readSite({ members, problems, ignored }: Reader): ManifestSite | undefined {
  const site = members['site']
  if (site === undefined) return problems.add('site', 'missing', 'This member is required')
  if (!isJsonObject(site)) return problems.add('site', 'not_object', 'Give an object')
  const reader = { members: site, path: 'site', problems, ignored }
  const name = required(reader, 'name', 300)
  const url = required(reader, 'url', MAX_TEXT)
  if (url !== undefined && readWebAddress(url) === undefined) {
    problems.add('site.url', 'wrong_form', 'Give an http or https address')
  }
  const language = formedText(reader, 'language', LANGUAGE)
  const contact = formedText(reader, 'contact', CONTACT)
  if (name === undefined || url === undefined) return undefined
  return { name, url, ...withoutAbsent({ language, contact }) }
}

function readExpires(reader: Reader, now: number | undefined): string | undefined {
  const expires = textMember(reader, 'expires', 40)
  if (expires === undefined) return undefined
  const at = readInstant(expires)
  if (at === undefined) {
    return reader.problems.add('expires', 'wrong_form', 'Give an instant (RFC 3339)')
  }
  if (now !== undefined && at <= now) {
    return reader.problems.add('expires', 'expired', 'The manifest is void; publish it anew')
  }
  return expires
}

interface PromptBounds {
  readonly origin: string | undefined
  /**
   * True for a manifest of a later minor version, which may have intents and members that this version does not know.
   */
  readonly isLater: boolean
}

function readPrompts(reader: Reader, bounds: PromptBounds): readonly CitedAsk[] {
  const { members, problems } = reader
  const list: unknown = members['prompts'] ?? []
  const asks = new Map<string, CitedAsk>()
  if (!Array.isArray(list)) problems.add('prompts', 'not_list', 'Give a list')
  else if (list.length > MAX_PROMPTS) {
    problems.add('prompts', 'too_many', `Give at most ${MAX_PROMPTS}; name more in next`)
  } else {
    for (const [index, one] of list.entries()) {
      const path = `prompts[${index}]`
      const ask = readPrompt(reader, one, path, bounds)
      if (ask === undefined) continue
      if (asks.has(ask.id)) {
        problems.add(`${path}.id`, 'duplicate_id', 'Give each prompt an id of its own')
      } else asks.set(ask.id, ask)
    }
  }
  return [...asks.values()]
}

function readPrompt(
  { problems, ignored }: Reader,
  value: unknown,
  path: string,
  { origin, isLater }: PromptBounds,
): CitedAsk | undefined {
  const read = readAsk(value)
  if (!read.ok) {
    for (const problem of read.problems.slice(0, MAX_PROMPT_PROBLEMS)) {
      const place = problem.path === '' ? path : `${path}.${problem.path}`
      if (!isLater) problems.add(place, problem.code, problem.message)
      else if (ignored.length < MAX_IGNORED) ignored.push({ ...problem, path: place })
    }
    return undefined
  }
  const { url } = read.value
  if (url === undefined || readWebAddress(url)?.origin === origin) return read.value
  if (ignored.length < MAX_IGNORED) {
    ignored.push({ path: `${path}.url`, code: 'foreign_origin', message: 'Of another origin' })
  }
  return undefined
}

function readTargets(reader: Reader): readonly string[] | undefined {
  const isList = reader.members['targets'] === undefined || Array.isArray(reader.members['targets'])
  if (!isList) return reader.problems.add('targets', 'not_list', 'Give a list')
  const bounds = { maxItems: MAX_TARGETS, maxLength: 64 }
  const targets = textsMember(reader, 'targets', bounds)
  for (const [index, target] of targets?.entries() ?? []) {
    if (TARGET.test(target)) continue
    reader.problems.add(`targets[${index}]`, 'wrong_form', 'Give an id of the registry')
  }
  return targets
}

function readAddress(reader: Reader, name: string): string | undefined {
  const text = textMember(reader, name, MAX_TEXT)
  if (text === undefined || readWebAddress(text) !== undefined) return text
  return reader.problems.add(name, 'wrong_form', 'Give an http or https address')
}

/** Returns the address of the next page of prompts; undefined for one of another origin, which is not followed. */
function readNext(reader: Reader, base: string, origin: string | undefined): string | undefined {
  const text = textMember(reader, 'next', MAX_TEXT)
  if (text === undefined || origin === undefined) return undefined
  const isPath = text.startsWith('/') && !text.startsWith('//')
  const url = readWebAddress(isPath ? (readUrl(base)?.origin ?? '') + text : text)
  if (url === undefined) {
    return reader.problems.add('next', 'wrong_form', 'Give an http or https address')
  }
  url.hash = ''
  if (url.origin === origin) return url.href
  reader.ignored.push({ path: 'next', code: 'foreign_origin', message: 'Of another origin' })
  return undefined
}
