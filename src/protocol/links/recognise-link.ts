import { readUrl } from '../read-url.ts'
import { readLinkTemplate } from '../targets/link-template.ts'
import type { TargetRegistry } from '../targets/ask-target.ts'

const MAX_HREF_CHARS = 65_536

/** A link that may have been made of a template of some target, broken ones and aliases included. */
export interface RecognisedLink {
  readonly target: string
  readonly prompt: string
  /** True when the address has exactly the parameters of the template, and nothing else that a template never has. */
  readonly isExact: boolean
}

interface Place {
  readonly target: string
  readonly parameter: string
  /** The parameters of the template other than the prompt, in one text. */
  readonly others: string
  readonly protocol: string
}

const placesByRegistry = new WeakMap<TargetRegistry, ReadonlyMap<string, readonly Place[]>>()

/**
 * Finds the target that a link leads to, by host, path and parameters, and reads the prompt. `+` and `%20` are spaces,
 * broken escapes stay as they are. Undefined for an address that fits no template.
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

/** True for an address that consists of a template and a prompt, and has nothing else. */
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

/** Returns host and path, without `www.` and a slash at the end, which lead to the same place. */
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
