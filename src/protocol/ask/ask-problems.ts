import type { ProtocolProblem } from '../problem.ts'
import { checkedForm, checkedText, type TextForm } from '../read-members.ts'

/** Collects what is wrong with the members of one object. */
export class AskProblems {
  readonly list: ProtocolProblem[] = []

  add(path: string, code: string, message: string): undefined {
    this.list.push({ path, code, message })
  }

  /** The member as a text of 1 to `max` characters; undefined where it is absent or wrong. */
  text(path: string, value: unknown, max: number): string | undefined {
    return value === undefined ? undefined : checkedText(value, path, max, this)
  }

  /** The member as a text that has a form. */
  matching(path: string, value: unknown, form: TextForm): string | undefined {
    return value === undefined ? undefined : checkedForm(value, path, form, this)
  }

  oneOf(path: string, value: unknown, known: readonly string[]): void {
    if (value === undefined || known.some((one) => one === value)) return
    this.add(path, 'unknown_value', `Give one of ${known.join(', ')}`)
  }
}
