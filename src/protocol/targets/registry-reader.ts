import { checkedForm, memberPath, type ObjectReader, type TextForm } from '../read-members.ts'

export const ID = {
  max: 64,
  form: /^[a-z0-9][a-z0-9-]*$/,
  what: 'lower-case letters, digits and -',
}
export const DAY = { max: 10, form: /^\d{4}-\d\d-\d\d$/, what: 'a day, as in 2026-11-20' }
export const NAME = { max: 100, form: /^/, what: 'a name' }

/**
 * Returns the items of a member that is a list of at most `max`, each with its path; empty where the member is absent,
 * or wrong, which is a problem.
 */
export function itemsOf(
  { members, path, problems }: ObjectReader,
  name: string,
  max: number,
): readonly (readonly [item: unknown, path: string])[] {
  const value = members[name]
  const place = memberPath(path, name)
  if (value === undefined) return []
  if (!Array.isArray(value)) problems.add(place, 'not_list', 'Give a list')
  else if (value.length > max) problems.add(place, 'too_many', `Give at most ${max}`)
  else return value.map((item: unknown, index) => [item, `${place}[${index}]`] as const)
  return []
}

/**
 * Returns the texts of a member that is a list of texts of this form, each once; undefined where the member is absent.
 */
export function formedTexts(
  reader: ObjectReader,
  name: string,
  { maxItems, ...form }: TextForm & { readonly maxItems: number },
): readonly string[] | undefined {
  if (reader.members[name] === undefined) return undefined
  const texts = new Set<string>()
  for (const [item, path] of itemsOf(reader, name, maxItems)) {
    const text = checkedForm(item, path, form, reader.problems)
    if (text === undefined) continue
    if (texts.has(text)) reader.problems.add(path, 'duplicate', 'Name it once')
    texts.add(text)
  }
  return [...texts]
}
