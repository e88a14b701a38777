/** The kind of document that an id stands for, by the prefix of the id. */
const KIND_BY_PREFIX: ReadonlyMap<string, string> = new Map([
  ['site', 'site'],
  ['pg', 'page'],
  ['rul', 'rule'],
  ['top', 'topic'],
  ['qst', 'question'],
])

const PREFIXED = /^([a-z]+)_[0-9a-z]+(?:#|$)/
const KIND = /^[a-z]+:/

/**
 * Returns the full name of a document, with its kind in front. Of names without a kind, an address or a path is that of
 * a page, an id has the kind of its prefix, and any other text names a site.
 */
export function documentName(id: string): string {
  if (/^https?:\/\//i.test(id) || id.startsWith('/')) return `page:${id}`
  if (KIND.test(id)) return id
  const kind = KIND_BY_PREFIX.get(PREFIXED.exec(id)?.[1] ?? '') ?? 'site'
  return `${kind}:${id}`
}
