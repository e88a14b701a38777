import { readUrl } from '../read-url.ts'
import { readLinkTemplate } from '../targets/link-template.ts'
import type { TargetRegistry } from '../targets/ask-target.ts'

const MAX_HREF_CHARS = 65_536

/** A link that some target's template, broken ones and aliases included, has given or might have given. */
export interface RecognisedLink {
  readonly target: string
  readonly prompt: string
  /** False when the address says more than a template with this prompt. */
  readonly isExact: boolean
}

interface Place {
  readonly target: string
  readonly parameter: string
  /** The parameters of the template besides the prompt. */
  readonly others: string
  readonly protocol: string
}

const placesByRegistry = new WeakMap<TargetRegistry, ReadonlyMap<string, readonly Place[]>>()

/**
 * Recognises a link by host and path, and reads its prompt; `+` and `%20` are spaces, broken escapes stay as they are.
 */
export function recogniseLink(href: string, registry: TargetRegistry): RecognisedLink | undefined {
  if (typeof href !== 'string' || href.length > MAX_HREF_CHARS) return undefined
  const url = readUrl(href)
  if (url === undefined) return undefined
  const places = placesOf(registry).get(placeKey(url)) ?? []
  // Several templates may share a place, as searches and chats do. The link means the one whose other parameters agree.
  const found = places.filter(({ parameter, protocol }) => {
    const isScheme =
      url.protocol === protocol || (url.protocol === 'http:' && protocol === 'https:')
    return isScheme && url.searchParams.has(parameter)
  })
  const exact = found.find((place) => isExact(url, place))
  const place = exact ?? found.find(({ others }) => others !== '') ?? found[0]
  if (place === undefined) return undefined
  const prompt = url.searchParams.get(place.parameter) ?? ''
  return { target: place.target, prompt, isExact: exact !== undefined }
}

/** True for an address that is its template and the prompt, and nothing else. */
function isExact(url: URL, { parameter, others, protocol }: Place): boolean {
  const isPlain = url.protocol === protocol && url.hash === '' && url.port === ''
  const isAnonymous = url.username === '' && url.password === ''
  if (!isPlain || !isAnonymous || url.searchParams.getAll(parameter).length !== 1) return false
  return otherParameters(url, parameter) === others
}

const otherParameters = (url: URL, parameter: string): string =>
  [...url.searchParams]
    .filter(([name]) => name !== parameter)
    .map((pair) => JSON.stringify(pair))
    .toSorted()
    .join()

/** Host and path, without `www.` and a slash at the end, which lead to the same place. */
const placeKey = ({ hostname, pathname }: URL): string =>
  hostname.toLowerCase().replace(/^www\./, '') + pathname.replace(/\/$/, '')

function placesOf(registry: TargetRegistry): ReadonlyMap<string, readonly Place[]> {
  const known = placesByRegistry.get(registry)
  if (known !== undefined) return known
  const places = new Map<string, Place[]>()
  for (const { id, methods, aliases = [] } of registry.targets) {
    const made = methods.flatMap((method) => (method.type === 'copy' ? [] : [method.template]))
    for (const template of [...made, ...aliases]) {
      const parts = readLinkTemplate(template, registry.appSchemes)
      const url = parts && readUrl(parts.before + parts.after)
      if (parts === undefined || url === undefined) continue
      const others = otherParameters(url, parts.parameter)
      const place = { target: id, parameter: parts.parameter, others, protocol: url.protocol }
      places.set(placeKey(url), [...(places.get(placeKey(url)) ?? []), place])
    }
  }
  placesByRegistry.set(registry, places)
  return places
}
