import { codePoints } from './ask/clean-text.ts'
import type { ProtocolProblem, DocumentRead } from './problem.ts'

export type Members = Readonly<Record<string, unknown>>

/** The most problems that are reported for one document; a hostile one could have millions. */
const MAX_PROBLEMS = 100

/** The list of problems that is filled while a document is read. */
export class ProblemList {
  readonly #problems: ProtocolProblem[] = []

  add(path: string, code: string, message: string): undefined {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ path, code, message })
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0
  }

  /** Returns the value where no problem was added, and the problems otherwise. */
  result<T>(value: T | undefined): DocumentRead<T> {
    const isRead = value !== undefined && this.#problems.length === 0
    return isRead ? { ok: true, value } : { ok: false, problems: this.#problems }
  }
}

export const memberPath = (parent: string, name: string): string =>
  parent === '' ? name : `${parent}.${name}`

/** One object of a document while it is read; `path` is its place in the document. */
export interface ObjectReader {
  readonly members: Members
  readonly path: string
  readonly problems: ProblemList
}

/** The rules for the form of a text. */
export interface TextForm {
  readonly max: number
  /** The pattern that the text must match, or a check of another kind. */
  readonly form: { test(text: string): boolean }
  readonly what: string
  /** The code of the problem for a text of another form; `wrong_form` where it is absent. */
  readonly code?: string
}

export function requireMembers(reader: ObjectReader, names: readonly string[]): void {
  for (const name of names) {
    if (reader.members[name] !== undefined) continue
    reader.problems.add(memberPath(reader.path, name), 'missing', 'This member is required')
  }
}

/** Returns the members whose value is not undefined. */
export const withoutAbsent = <T extends object>(
  members: T,
): { [name in keyof T]?: Exclude<T[name], undefined> } =>
  // @NOTE `Object.fromEntries` forgets which names it was given.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [name in keyof T]?: Exclude<T[name], undefined>
  }

/**
 * Returns a member that is a text of 1 to `max` characters; undefined where it is absent, or wrong, which is a problem.
 */
export function textMember(
  { members, path, problems }: ObjectReader,
  name: string,
  max: number,
): string | undefined {
  const value = members[name]
  return value === undefined ? undefined : checkedText(value, memberPath(path, name), max, problems)
}

/** Returns a member that is a text of this form; undefined where it is absent, or wrong, which is a problem. */
export function formedText(
  { members, path, problems }: ObjectReader,
  name: string,
  form: TextForm,
): string | undefined {
  const value = members[name]
  return value === undefined
    ? undefined
    : checkedForm(value, memberPath(path, name), form, problems)
}

export function checkedForm(
  value: unknown,
  path: string,
  { max, form, what, code = 'wrong_form' }: TextForm,
  problems: Pick<ProblemList, 'add'>,
): string | undefined {
  const text = checkedText(value, path, max, problems)
  if (text === undefined || form.test(text)) return text
  return problems.add(path, code, `Give ${what}`)
}

/**
 * Returns a member that is a list of texts, or one text as a list of one. Undefined where it is absent, or is no list
 * or too long a list, which is a problem.
 */
export function textsMember(
  { members, path: parent, problems }: ObjectReader,
  name: string,
  { maxItems, maxLength }: { maxItems: number; maxLength: number },
): readonly string[] | undefined {
  const value = members[name]
  const path = memberPath(parent, name)
  if (value === undefined) return undefined
  if (typeof value === 'string') {
    const text = checkedText(value, path, maxLength, problems)
    return text === undefined ? [] : [text]
  }
  if (!Array.isArray(value)) return problems.add(path, 'not_list', 'Give a string or a list')
  if (value.length > maxItems) return problems.add(path, 'too_many', `Give at most ${maxItems}`)
  return value.flatMap((one: unknown, index) => {
    const text = checkedText(one, `${path}[${index}]`, maxLength, problems)
    return text === undefined ? [] : [text]
  })
}

/** Returns a value that is a text of 1 to `max` characters; undefined for any other value, which is a problem. */
export function checkedText(
  value: unknown,
  path: string,
  max: number,
  problems: Pick<ProblemList, 'add'>,
): string | undefined {
  if (typeof value !== 'string') return problems.add(path, 'not_text', 'Give a string')
  if (value === '') return problems.add(path, 'empty', 'Give a text, or leave it out')
  // Characters are code points, of which a text has half its UTF-16 units at least.
  if (value.length <= max || (value.length <= 2 * max && codePoints(value) <= max)) return value
  return problems.add(path, 'too_long', `Give at most ${max} characters`)
}
