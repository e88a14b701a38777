import * as z from 'zod'
import { COUNTS_OF_NUMBERS } from './counts/count-numbers.ts'
import { COUNTS_OF_WORDS } from './counts/count-words.ts'
import type { EvalService } from './data/start-eval-service.ts'
import { QUESTIONS, type Question } from './question.ts'
import { readAnswer, ToolResult } from './read-answer.ts'

/** Every independent count, by the name that a question has for it. */
export const COUNTS: Readonly<Record<string, () => number | string>> = {
  ...COUNTS_OF_NUMBERS,
  ...COUNTS_OF_WORDS,
}

export interface Answered {
  question: Question
  /** The answer of the tool, and below it the result of the count. */
  told: number | string
  counted: number | string
}

const Called = z.object({ result: ToolResult })

/** Puts every question that has an answer to its tool, one after the other, and counts the same. */
export async function askQuestions(service: EvalService): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const question of QUESTIONS) {
    const { answer } = question
    if (answer === undefined) continue
    const result = await callTool(service, question)
    const told = await readAnswer(result, answer.read)
    const counted = COUNTS[answer.count]?.()
    if (counted === undefined) throw new Error(`${question.id}: no count ${answer.count}`)
    answered.push({ question, told, counted: rounded(counted) })
  }
  return answered
}

/** Rounds a rate to four digits, as tools write it. */
const rounded = (value: number | string): number | string =>
  typeof value === 'string' || Number.isInteger(value) ? value : Number(value.toPrecision(4))

/** Calls the question's tool as a client does. Throws with the tool's words when it refuses. */
async function callTool({ url, key, shop }: EvalService, question: Question): Promise<ToolResult> {
  const { server, tool, id } = question
  const given = JSON.stringify(question.arguments).replaceAll('{shop}', shop)
  const response = await fetch(`${url}/mcp/${server}`, {
    method: 'POST',
    headers: {
      // A server that is busy resets what it was about to close.
      connection: 'close',
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${given}}}`,
  })
  const { result } = Called.parse(await response.json())
  if (result.isError) throw new Error(`${id}: ${result.content[0]?.text ?? ''}`)
  return result
}
