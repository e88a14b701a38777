import type { ProtocolProblem } from '../problem.ts'
import { checkedText } from '../read-members.ts'

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
  matching(path: string, value: unknown, { max, form, what }: TextForm): string | undefined {
    const text = this.text(path, value, max)
    if (text === undefined || form.test(text)) return text
    return this.add(path, 'wrong_form', `Give ${what}`)
  }

  oneOf(path: string, value: unknown, known: readonly string[]): void {
    if (value === undefined || known.some((one) => one === value)) return
    this.add(path, 'unknown_value', `Give one of ${known.join(', ')}`)
  }
}

interface TextForm {
  readonly max: number
  readonly form: RegExp
  readonly what: string
}
