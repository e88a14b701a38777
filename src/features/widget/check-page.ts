import { addressOf } from '../../kernel/door/surface.ts'
import { hash } from 'node:crypto'
import * as z from 'zod'
import { decodePage } from '../../domain/html/charset.ts'
import {
  judgeInstall,
  judgePlace,
  note,
  problem,
  type FetchedPage,
  type InstallFinding,
} from '../../domain/widget/judge-install.ts'
import type { WidgetTag } from '../../domain/widget/widget-tags.ts'
import { PRIVATE_HINT } from '../../kernel/names/private-hint.ts'
import { FetchError } from '../../net/fetch-error.ts'
import type { FetchResponse, GuardedClient } from '../../net/guarded-client.ts'

const TIMEOUT_MS = 15_000
const MAX_PAGE_BYTES = 2 * 1024 * 1024
const MAX_SCRIPT_BYTES = 256 * 1024
const MAX_REDIRECTS = 5

interface InstallCheck {
  /** The address of the page that answered, or of the request where no page did. */
  url: string
  isLive: boolean
  tag: { src: string; siteId: string | null } | null
  findings: InstallFinding[]
}

interface CheckParts {
  client: GuardedClient
  userAgent: string
  expected: FetchedPage['expected']
}

const configPath = (siteId: string): string =>
  addressOf({ surface: 'api', path: `/sites/${siteId}/config` })

/**
 * Checks a page as a browser would load it, in three requests: says whether the widget's tag is live, and what keeps
 * the widget from working.
 */
export async function checkPage(asked: string, parts: CheckParts): Promise<InstallCheck> {
  const answer = await ask(parts, asked, { what: 'page', maxBytes: MAX_PAGE_BYTES })
  if ('severity' in answer) return report(asked, undefined, [answer])
  const { url, headers } = answer
  const moved = answer.redirects.length > 0 ? [note('redirected', `The page is at ${url}`)] : []
  const refused = refusalOf(answer)
  if (refused) return report(url, undefined, [...moved, refused])
  const { text: html } = decodePage(answer.body, headers['content-type'] ?? null)
  const policy = headers['content-security-policy']
  const { tag, findings } = judgeInstall({
    url,
    html,
    policy,
    expected: parts.expected,
    configPath,
  })
  const loaded = tag ? await checkScript(parts, tag) : []
  const selector = tag && (await selectorOf(parts, tag, url))
  const place = selector === undefined ? [] : judgePlace(html, selector, !answer.truncated)
  const cut = answer.truncated ? [note('page_cut', 'Only the first 2 MB were looked at')] : []
  return report(url, tag, [...moved, ...cut, ...findings, ...loaded, ...place])
}

const MAX_CONFIG_BYTES = 256 * 1024

const PlacedConfig = z.object({
  data: z.object({ placement: z.object({ selector: z.string().max(1_000).nullable() }) }),
})

/**
 * Fetches from the server of the tag the selector at which the site places its widget; undefined where the server does
 * not say.
 */
async function selectorOf(
  parts: CheckParts,
  { url, siteId }: WidgetTag,
  pageUrl: string,
): Promise<string | undefined> {
  if (siteId === null) return undefined
  const config = new URL(configPath(encodeURIComponent(siteId)), url)
  config.searchParams.set('path', new URL(pageUrl).pathname)
  const what = { what: 'script', maxBytes: MAX_CONFIG_BYTES } as const
  const answer = await ask(parts, config.href, what)
  if ('severity' in answer || answer.status !== 200) return undefined
  const { data } = PlacedConfig.safeParse(parsed(answer.body.toString('utf8')))
  return data?.data.placement.selector ?? undefined
}

/** Parses an answer of another server; undefined where it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const report = (
  url: string,
  tag: WidgetTag | undefined,
  findings: InstallFinding[],
): InstallCheck => ({
  url,
  isLive: findings.every(({ severity }) => severity === 'note'),
  tag: tag ? { src: tag.url.href, siteId: tag.siteId } : null,
  findings,
})

function refusalOf({ status, headers }: FetchResponse): InstallFinding | undefined {
  if (status < 200 || status > 299) return problem('page_status', `The page answers ${status}`)
  const type = headers['content-type'] ?? ''
  if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type)) return undefined
  return problem('not_html', 'The address answers no HTML page')
}

async function checkScript(parts: CheckParts, tag: WidgetTag): Promise<InstallFinding[]> {
  const answer = await ask(parts, tag.url.href, { what: 'script', maxBytes: MAX_SCRIPT_BYTES })
  if ('severity' in answer) return [answer]
  if (answer.status !== 200) {
    return [problem('script_status', `The script of the tag answers ${answer.status}`)]
  }
  if (!/\bjavascript\b/i.test(answer.headers['content-type'] ?? '')) {
    return [problem('script_type', 'What the tag loads is no JavaScript')]
  }
  return isIntact(tag.integrity, answer.body)
    ? []
    : [problem('integrity', 'The script is not the one that integrity names; print the tag again')]
}

const ALGORITHMS = ['sha512', 'sha384', 'sha256'] as const

/**
 * True where a script has one of the hashes that its tag states. Like a browser, it uses the strongest of several kinds
 * of hashes, and accepts any hash of that kind.
 */
function isIntact(integrity: string | null, body: Buffer): boolean {
  const stated = (integrity ?? '').split(/\s+/).map((one) => one.replace(/\?.*$/, ''))
  for (const algorithm of ALGORITHMS) {
    const own = stated.filter((one) => one.startsWith(`${algorithm}-`))
    if (own.length > 0) return own.includes(`${algorithm}-${hash(algorithm, body, 'base64')}`)
  }
  return true
}

/** Fetches a page or a script; a failure is returned as a finding about the page. */
async function ask(
  { client, userAgent }: CheckParts,
  url: string,
  { what, maxBytes }: { what: 'page' | 'script'; maxBytes: number },
): Promise<FetchResponse | InstallFinding> {
  const headers = { 'user-agent': userAgent, accept: '*/*' }
  const request = { headers, maxBytes, timeoutMs: TIMEOUT_MS, maxRedirects: MAX_REDIRECTS }
  try {
    return await client.request(url, request)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const hint = error.code === 'BLOCKED_ADDRESS' ? `; ${PRIVATE_HINT}` : ''
    return problem(`${what}_unreachable`, `The ${what} cannot be fetched: ${error.message}${hint}`)
  }
}
