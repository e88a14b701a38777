import { codePoints } from './ask/clean-text.ts'
import type { ProtocolProblem, DocumentRead } from './problem.ts'

export type Members = Readonly<Record<string, unknown>>

/** Problems that are told of one document; a hostile one could have millions. */
const MAX_PROBLEMS = 100

/** Collects problems while a document is read. */
export class ProblemList {
  readonly #problems: ProtocolProblem[] = []

  add(path: string, code: string, message: string): undefined {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ path, code, message })
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0
  }

  /** The value, where it has no problem. */
  result<T>(value: T | undefined): DocumentRead<T> {
    const isRead = value !== undefined && this.#problems.length === 0
    return isRead ? { ok: true, value } : { ok: false, problems: this.#problems }
  }
}

export const memberPath = (parent: string, name: string): string =>
  parent === '' ? name : `${parent}.${name}`

/** The member `name` of an object, and where problems with it belong. */
export interface MemberPlace {
  readonly members: Members
  readonly name: string
  /** Path of the object. */
  readonly parent: string
  readonly problems: ProblemList
}

/** A text of 1 to `max` characters; undefined where it is absent or wrong. */
export function textMember(place: MemberPlace, max: number): string | undefined {
  const { members, name, parent, problems } = place
  const value = members[name]
  return value === undefined
    ? undefined
    : checkedText(value, memberPath(parent, name), max, problems)
}

/** A list of texts, or one text that stands for a list of one; undefined where it is absent or no list. */
export function textsMember(
  { members, name, parent, problems }: MemberPlace,
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

/** A value as a text of 1 to `max` characters; undefined where it is wrong. */
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
