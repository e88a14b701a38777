/** The kinds of documents whose ids say what they are of. */
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
 * Writes the kind of a document before a name that leaves it out: an address or a path is that of a page, an id is of
 * the kind that it begins with, and anything else names a site.
 */
export function documentName(id: string): string {
  if (/^https?:\/\//i.test(id) || id.startsWith('/')) return `page:${id}`
  if (KIND.test(id)) return id
  const kind = KIND_BY_PREFIX.get(PREFIXED.exec(id)?.[1] ?? '') ?? 'site'
  return `${kind}:${id}`
}
