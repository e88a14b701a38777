import { blockingDirective, type PolicyRequest } from './content-security-policy.ts'
import { parseWhole } from '../html/parse-html.ts'
import { findPlace } from './find-place.ts'
import { findWidgetTags, type WidgetPage, type WidgetTag } from './widget-tags.ts'

export interface InstallFinding {
  code: string
  /** The severity of the finding: a problem keeps the widget from working; a note does not. */
  severity: 'problem' | 'note'
  message: string
}

/** A page as it was fetched, with the site and the server that its widget should name. */
export interface FetchedPage {
  url: string
  html: string
  /** The header Content-Security-Policy. */
  policy: string | undefined
  expected: { siteId?: string | undefined; host?: string | undefined }
  /** Returns the path of a site's configuration on the server. */
  configPath: (siteId: string) => string
}

interface JudgedPage {
  /** The tag that a browser runs first. */
  tag: WidgetTag | undefined
  findings: InstallFinding[]
}

export const problem = (code: string, message: string): InstallFinding => ({
  code,
  severity: 'problem',
  message,
})

export const note = (code: string, message: string): InstallFinding => ({
  code,
  severity: 'note',
  message,
})

/** Finds the widget's tag on a page, and lists the problems that keep the widget from working, with notes. */
export function judgeInstall({ url, html, policy, expected, configPath }: FetchedPage): JudgedPage {
  const page = findWidgetTags(html, url, expected.host)
  const [tag, ...others] = page.tags
  if (!tag) return { tag, findings: absent(page) }
  const pageUrl = new URL(url)
  const findings = [
    ...judgeTag(tag, expected),
    ...judgeLoading(tag, pageUrl),
    ...judgePolicies(tag, pageUrl, configPath, { header: policy, metas: page.policies }),
    ...others.slice(0, 1).map((other) => repeated(tag, other, page.tags.length)),
  ]
  return { tag, findings }
}

function absent({ inert: [place] }: WidgetPage): InstallFinding[] {
  if (place === 'comment') {
    return [problem('tag_in_comment', 'The tag stands in a comment, which no browser runs')]
  }
  if (place === 'noscript') {
    return [problem('tag_in_noscript', 'The tag stands in <noscript>; put it beside that')]
  }
  return [problem('tag_absent', 'The page has no tag of the widget as the server sends it')]
}

function judgeTag({ siteId, url, type }: WidgetTag, expected: FetchedPage['expected']) {
  const findings: InstallFinding[] = []
  if (siteId === null) findings.push(problem('no_site_id', 'The tag has no data-site-id'))
  else if (expected.siteId !== undefined && siteId !== expected.siteId) {
    const message = `The tag is of another site, ${shown(siteId)}; it should be ${expected.siteId}`
    findings.push(problem('wrong_site', message))
  }
  if (expected.host !== undefined && url.origin !== expected.host) {
    const message = `The tag loads the widget from ${shown(url.origin)}, not from ${expected.host}`
    findings.push(problem('wrong_host', message))
  }
  if (!isClassic(type)) {
    const message = `type="${shown(type ?? '')}" keeps the script from running; leave type out`
    findings.push(problem('tag_type', message))
  }
  return findings
}

const isClassic = (type: string | null): boolean =>
  type === null || ['', 'text/javascript', 'application/javascript'].includes(type.toLowerCase())

function judgeLoading(
  { url, integrity, hasCrossorigin }: WidgetTag,
  pageUrl: URL,
): InstallFinding[] {
  const isMixed = pageUrl.protocol === 'https:' && url.protocol === 'http:'
  const isForeign = url.origin !== pageUrl.origin
  return [
    ...(isMixed
      ? [problem('mixed_content', 'A page by https loads no script by http; write https')]
      : []),
    ...(integrity !== null && isForeign && !hasCrossorigin
      ? [problem('no_crossorigin', 'integrity needs crossorigin="anonymous" beside it')]
      : []),
  ]
}

function judgePolicies(
  { url, nonce, integrity, siteId }: WidgetTag,
  pageUrl: URL,
  configPath: FetchedPage['configPath'],
  { header, metas }: { header: string | undefined; metas: readonly string[] },
): InstallFinding[] {
  const requests: PolicyRequest[] = [
    { kind: 'script', url, pageUrl, nonce, integrity },
    { kind: 'connect', url: new URL(configPath(siteId ?? ''), url), pageUrl },
  ]
  const policies = [
    ...(header === undefined ? [] : [{ text: header, place: 'The header' }]),
    ...metas.map((text) => ({ text, place: 'A <meta> of the page' })),
  ]
  return requests.flatMap((request) => {
    for (const { text, place } of policies) {
      const directive = blockingDirective(text, request)
      if (directive === undefined) continue
      const message = `${place} Content-Security-Policy: ${directive} does not allow ${shown(url.origin)}`
      return [problem(`csp_blocks_${request.kind}`, message)]
    }
    return []
  })
}

function repeated(first: WidgetTag, { siteId }: WidgetTag, count: number): InstallFinding {
  const message = `The tag stands on the page ${count} times; the first one counts`
  if (siteId === first.siteId) return note('tag_twice', message)
  return problem('tag_twice', `${message}, and another is of another site`)
}

/** Lists findings about the place of the widget: it is not on the page, or only a browser can tell. */
export function judgePlace(html: string, selector: string, isWhole: boolean): InstallFinding[] {
  const page = parseWhole(html)
  const isThere = page && findPlace(page, selector)
  if (isThere === true) return []
  if (isThere === undefined || !isWhole) {
    const message = `Only a browser can say whether the page has ${shown(selector)}, the place of the widget`
    return [note('place_unknown', message)]
  }
  const message = `placement.selector, ${shown(selector)}, matches nothing on the page as the server sends it: the widget does not show`
  return [problem('place_absent', message)]
}

const MAX_SHOWN_CHARS = 100

/** Returns a text of the page as one short line. */
const shown = (text: string): string =>
  text.replaceAll(/[^\u0020-\u007E]/g, '?').slice(0, MAX_SHOWN_CHARS)
