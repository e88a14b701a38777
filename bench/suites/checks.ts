import type { AnswerCheck } from '../client/send-requests.ts'
import type { HttpAnswer } from '../client/parse-answer.ts'

const TOOL_ERROR = '"isError":true'

/** The status must be `status` and the body must hold each of `marks`. */
export function expectAnswer(status: number, marks: readonly string[]): AnswerCheck {
  return (answer) => {
    if (answer.status !== status) return `expected status ${status}`
    const missing = marks.find((mark) => !answer.body.includes(mark))
    return missing === undefined ? undefined : `expected ${missing} in the body`
  }
}

/** Checks as `expectAnswer` with status 200 does, and refuses a tool's own error too. */
export function expectToolAnswer(marks: readonly string[]): AnswerCheck {
  const expectMarks = expectAnswer(200, marks)
  return (answer: HttpAnswer) =>
    answer.body.includes(TOOL_ERROR) ? 'the tool answered an error' : expectMarks(answer)
}
