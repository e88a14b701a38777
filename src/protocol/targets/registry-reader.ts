import { checkedText, memberPath, type Members, type ProblemList } from '../read-members.ts'

/** One object of a registry while it is read; `path` is its place. */
export interface RegistryReader {
  readonly members: Members
  readonly path: string
  readonly problems: ProblemList
}

interface TextForm {
  readonly max: number
  /** A pattern, or a check of another kind. */
  readonly form: { test(text: string): boolean }
  readonly what: string
  /** Of the problem with another form; `wrong_form` where it is absent. */
  readonly code?: string
}

export const ID = {
  max: 64,
  form: /^[a-z0-9][a-z0-9-]*$/,
  what: 'lower-case letters, digits and -',
}
export const DAY = { max: 10, form: /^\d{4}-\d\d-\d\d$/, what: 'a day, as in 2026-11-20' }
export const NAME = { max: 100, form: /^/, what: 'a name' }

/** A member that is a text of a form; undefined where it is absent or wrong. */
export function formedText(
  { members, path, problems }: RegistryReader,
  name: string,
  form: TextForm,
): string | undefined {
  const value = members[name]
  if (value === undefined) return undefined
  return checkedForm(value, memberPath(path, name), form, problems)
}

function checkedForm(
  value: unknown,
  path: string,
  { max, form, what, code = 'wrong_form' }: TextForm,
  problems: ProblemList,
): string | undefined {
  const text = checkedText(value, path, max, problems)
  if (text === undefined || form.test(text)) return text
  return problems.add(path, code, `Give ${what}`)
}

export function requireMembers(reader: RegistryReader, names: readonly string[]): void {
  for (const name of names) {
    if (reader.members[name] !== undefined) continue
    reader.problems.add(memberPath(reader.path, name), 'missing', 'This member is required')
  }
}

/** The items of a list, each with its place; none where it is absent or wrong. */
export function itemsOf(
  { members, path, problems }: RegistryReader,
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

/** A list of texts of a form, each once; undefined where it is absent. */
export function formedTexts(
  reader: RegistryReader,
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
