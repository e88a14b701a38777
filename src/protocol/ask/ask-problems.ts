import type { ProtocolProblem } from '../problem.ts'
import { checkedForm, checkedText, type TextForm } from '../read-members.ts'

/** The list of what is wrong with the members of one object. */
export class AskProblems {
  readonly list: ProtocolProblem[] = []

  add(path: string, code: string, message: string): undefined {
    this.list.push({ path, code, message })
  }

  /**
   * Returns a member that is a text of 1 to `max` characters; undefined for an absent one, and for a wrong one, whose
   * problem is added.
   */
  text(path: string, value: unknown, max: number): string | undefined {
    return value === undefined ? undefined : checkedText(value, path, max, this)
  }

  /**
   * Returns a member that is a text of this form; undefined for an absent one, and for a wrong one, whose problem is
   * added.
   */
  matching(path: string, value: unknown, form: TextForm): string | undefined {
    return value === undefined ? undefined : checkedForm(value, path, form, this)
  }

  oneOf(path: string, value: unknown, known: readonly string[]): void {
    if (value === undefined || known.some((one) => one === value)) return
    this.add(path, 'unknown_value', `Give one of ${known.join(', ')}`)
  }
}
