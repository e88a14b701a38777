import { heading, type ChartCell } from '../../src/lib/text/chart.ts'
import type { Assistant } from './mcp.ts'

/** Asks a tool, and prints the question, the call and what is shown of the answer. */
export type Ask = (
  question: string,
  tool: string,
  args: Record<string, unknown>,
  show: (answer: {
    columns: string[]
    rows: ChartCell[][]
    text: string
    content: unknown
  }) => string,
) => Promise<void>

/** Cells of a line; tables may take two more. */
export const WIDTH = 98

export const printLine = (text: string): boolean => process.stdout.write(`${text}\n`)

/** Prints a question in plain words, and below it the call that answers it. */
export function printQuestion(question: string, call: string): void {
  printLine(`\n${heading(question, { colour: process.stdout.isTTY })}`)
  printLine(`${wrappedCall(call)}\n`)
}

/** Makes the function that puts questions to one server. */
export function makeAsk(assistant: Assistant): Ask {
  return async (question, tool, args, show) => {
    printQuestion(question, `${tool} ${JSON.stringify(args)}`)
    printLine(show(await assistant.ask(tool, args)))
  }
}

/** A call over several lines where it is too long for one, broken between its arguments. */
function wrappedCall(call: string): string {
  const cut = call.length > WIDTH ? call.lastIndexOf(',"', WIDTH) : -1
  return cut < 0 ? call : `${call.slice(0, cut + 1)}\n  ${wrappedCall(call.slice(cut + 1))}`
}
