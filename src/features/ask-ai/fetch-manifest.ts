import { decodePage } from '../../domain/html/charset.ts'
import { attributeOf, walk, type HtmlNode } from '../../domain/html/html-node.ts'
import { parseHtml } from '../../domain/html/parse-html.ts'
import type { FetchResponse } from '../../net/guarded-client.ts'
import {
  askPolicyOfMeta,
  findManifest,
  type ElementAttributes,
  type ManifestPlace,
} from '../../protocol/manifest/find-manifest.ts'
import { manifestPages } from '../../protocol/manifest/manifest-pages.ts'
import { MAX_MANIFEST_BYTES } from '../../protocol/manifest/parse-manifest.ts'
import type { AskManifest } from '../../protocol/manifest/read-manifest.ts'
import type { PolicySignals } from '../../protocol/policy/evaluate-layers.ts'
import type { ProtocolProblem } from '../../protocol/problem.ts'
import {
  fetchOwnFile,
  isHtml,
  type FileFailure,
  type OwnFile,
  type OwnFileParts,
} from './fetch-own-file.ts'

export interface ManifestParts extends OwnFileParts {
  /** The present time in epoch milliseconds, against which `expires` of a manifest is judged. */
  now: number
}

/** A manifest with all its pages, or the reason why it could not be fetched or read. */
export type FetchedManifest =
  | {
      ok: true
      /** The address that the manifest was requested at; the manifest speaks for its origin. */
      url: string
      by: ManifestPlace['by'] | 'given'
      manifest: AskManifest
      /**
       * The policy signals in the headers and `meta` elements of the page that led to the manifest; empty for a given
       * address.
       */
      signals: PolicySignals
    }
  | ({ ok: false; url: string } & (
      FileFailure | { reason: 'invalid'; message: string; problems: readonly ProtocolProblem[] }
    ))

const MAX_PAGE_BYTES = 1_048_576
const MAX_ELEMENTS = 200

/** Fetches the manifest of a page from the place that the page names (specification 2). */
export async function fetchManifestOfPage(
  pageUrl: string,
  parts: ManifestParts,
): Promise<FetchedManifest> {
  const page = await fetchOwnFile(parts, pageUrl, { maxBytes: MAX_PAGE_BYTES })
  return manifestOfPage(pageUrl, page.ok ? page.response : undefined, parts)
}

/** Fetches the manifest at an address; where the address is that of an HTML page, the manifest of this page. */
export async function fetchManifest(url: string, parts: ManifestParts): Promise<FetchedManifest> {
  const file = await fetchOwnFile(parts, url, { maxBytes: MAX_MANIFEST_BYTES })
  if (file.ok && isHtml(file.response)) {
    return manifestOfPage(url, file.response, parts)
  }
  return readPages({ url, by: 'given', first: await fetchText(url, parts, file) }, {}, parts)
}

async function manifestOfPage(
  pageUrl: string,
  response: FetchResponse | undefined,
  parts: ManifestParts,
): Promise<FetchedManifest> {
  const { links, metas } = elementsOf(response)
  const headers = response?.headers ?? {}
  const place = findManifest({ url: pageUrl, linkHeader: headers['link'], links })
  if (!place) {
    return { ok: false, url: pageUrl, reason: 'invalid_url', message: 'This is no web address' }
  }
  const signals = {
    askPolicy: headers['ask-policy'],
    askPolicyMeta: askPolicyOfMeta(metas),
    contentUsage: headers['content-usage'],
  }
  return readPages({ ...place, first: await fetchText(place.url, parts) }, signals, parts)
}

interface FirstPage {
  url: string
  by: ManifestPlace['by'] | 'given'
  first: FetchedText
}

async function readPages(
  { url, by, first }: FirstPage,
  signals: PolicySignals,
  parts: ManifestParts,
): Promise<FetchedManifest> {
  if (!first.ok) return { ...first, url }
  const pages = manifestPages(first.text, { url, now: parts.now })
  let step = pages.next()
  while (step.done !== true) {
    const page = await fetchText(step.value, parts)
    step = pages.next(page.ok ? page.text : undefined)
  }
  const { value: read } = step
  if (read.ok) return { ok: true, url, by, manifest: read.value, signals }
  const { problems } = read
  return { ok: false, url, reason: 'invalid', message: 'It is no valid manifest', problems }
}

type FetchedText = { ok: true; text: string } | ({ ok: false } & FileFailure)

/** Returns the text of a file of a manifest, and fetches it unless it is given as `known`. */
async function fetchText(url: string, parts: OwnFileParts, known?: OwnFile): Promise<FetchedText> {
  const file = known ?? (await fetchOwnFile(parts, url, { maxBytes: MAX_MANIFEST_BYTES }))
  return file.ok ? { ok: true, text: file.response.body.toString('utf8') } : file
}

interface PageElements {
  links: ElementAttributes[]
  metas: ElementAttributes[]
}

/** Returns the elements `link` and `meta` of a page, which can name a manifest or state a policy. */
function elementsOf(response: FetchResponse | undefined): PageElements {
  const found: PageElements = { links: [], metas: [] }
  if (!response) return found
  const { text } = decodePage(response.body, response.headers['content-type'] ?? null)
  walk(parseHtml(text), {
    enter: (node) => {
      if (node.name === 'template') return false
      const list = node.name === 'link' ? found.links : found.metas
      const isOne = node.name === 'link' || node.name === 'meta'
      if (isOne && list.length < MAX_ELEMENTS) list.push(attributesOf(node))
      return true
    },
  })
  return found
}

const attributesOf = (node: HtmlNode): ElementAttributes =>
  Object.fromEntries(
    ['rel', 'href', 'name', 'content'].map((name) => [name, attributeOf(node, name)]),
  )
