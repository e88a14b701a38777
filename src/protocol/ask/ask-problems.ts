import { codePoints } from './clean-text.ts'
import type { ProtocolProblem } from '../problem.ts'

/** Collects what is wrong with the members of one object. */
export class AskProblems {
  readonly list: ProtocolProblem[] = []

  add(path: string, code: string, message: string): void {
    this.list.push({ path, code, message })
  }

  /** The member as a text of 1 to `max` characters; undefined where it is absent or wrong. */
  text(path: string, value: unknown, max: number): string | undefined {
    if (value === undefined) return undefined
    if (typeof value !== 'string') this.add(path, 'not_text', 'Give a string')
    else if (value === '') this.add(path, 'empty', 'Give a text, or leave it out')
    // A text has as many code points as UTF-16 units at most, and half as many at least.
    else if (value.length > 2 * max || codePoints(value) > max) {
      this.add(path, 'too_long', `Give at most ${max} characters`)
    } else return value
    return undefined
  }

  /** The member as a text that has a form. */
  matching(path: string, value: unknown, { max, form, what }: TextForm): string | undefined {
    const text = this.text(path, value, max)
    if (text === undefined || form.test(text)) return text
    this.add(path, 'wrong_form', `Give ${what}`)
    return undefined
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
