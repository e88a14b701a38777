import { readPeriod } from '../../../src/lib/time/read-period.ts'
import { servedTools } from '../catalogue.ts'
import type { Expectation, Question } from '../question.ts'

/** The call that a model would make. */
export interface ModelCall {
  server: string
  tool: string
  arguments: unknown
}

/**
 * Says in words what is wrong with a call for a question; nothing where it is right. Arguments are read as the service
 * reads them, and judged only where the call is of the expected tool. `today` is a local day number.
 */
export function judgeCall(
  question: Question,
  call: ModelCall | undefined,
  today: number,
): string[] {
  if (!call) return ['no tool is called']
  const { tool, alternatives, expect } = question
  const served = servedTools.find(
    (one) => one.server === call.server && one.tool.name === call.tool,
  )
  if (!served) return [`there is no ${call.server}/${call.tool}`]
  if (call.tool !== tool) {
    return alternatives.includes(call.tool) ? [] : [`${call.tool} instead of ${tool}`]
  }
  const { value } = served.tool.arguments.read(call.arguments, today)
  const { data, error } = served.tool.face.input.safeParse(value)
  if (error) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  return expect.flatMap((one) => judgeArgument(one, Reflect.get(Object(data), one.argument), today))
}

function judgeArgument(expected: Expectation, given: unknown, today: number): string[] {
  const { argument } = expected
  if ('period' in expected) {
    const sameDays = daysOf(given, today) === daysOf(expected.period, today)
    return sameDays ? [] : [`${argument} is ${String(given)} instead of ${expected.period}`]
  }
  const text = (JSON.stringify(given) ?? '').toLowerCase()
  const isThere = expected.has.some((wanted) => text.includes(wanted.toLowerCase()))
  return isThere ? [] : [`${argument} has none of ${expected.has.join(', ')}`]
}

/** Returns the days of a period, so that `2026-10` and `last month` are the same. */
function daysOf(text: unknown, today: number): string {
  const period = typeof text === 'string' ? readPeriod(text, today) : undefined
  if (period === undefined || period === 'all' || 'hours' in period) return JSON.stringify(period)
  return `${period.from} ${period.to}`
}
