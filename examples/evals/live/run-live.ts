import { parseArgs } from 'node:util'
import { KeyedQueue } from '../../../src/lib/concurrency/keyed-queue.ts'
import { QUESTIONS, type Question } from '../question.ts'
import { BARS } from '../report.ts'
import { judgeCall } from './judge-call.ts'
import { askModel, type ModelService } from './language-models.ts'

/** Questions that are with the model at once. */
const AT_ONCE = 4
/** The day on which all questions are asked. */
const DATE = '2026-11-20'
const TODAY = Date.parse(DATE) / 86_400_000

interface Judged {
  question: Question
  called: string
  problems: string[]
  tokens: { input: number; output: number }
}

/**
 * Asks a model every question and prints how often it calls the right tool well; returns whether that is often enough.
 */
export async function runLive(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const service = serviceOf(environment, args)
  print(`${QUESTIONS.length} questions to ${service.model} at ${service.baseUrl}\n`)
  const limiter = new KeyedQueue({ concurrency: AT_ONCE })
  const judged = await Promise.all(
    QUESTIONS.map((question) => limiter.run(() => judge(service, question))),
  )
  for (const { question, called, problems } of judged) {
    print(`${problems.length === 0 ? 'ok ' : 'no '} ${question.question}\n      ${called}`)
    for (const problem of problems) print(`      ${problem}`)
  }
  const right = judged.filter(({ problems }) => problems.length === 0).length
  const total = (kind: 'input' | 'output'): number =>
    judged.reduce((sum, { tokens }) => sum + tokens[kind], 0)
  print(
    `\n${right} of ${judged.length} calls are right, ${((right / judged.length) * 100).toFixed(0)} %;` +
      ` ${total('input')} tokens read, ${total('output')} written`,
  )
  return right / judged.length >= BARS.first
}

async function judge(service: ModelService, question: Question): Promise<Judged> {
  const { call, tokens } = await askModel(service, question.question, DATE)
  return {
    question,
    called: call ? `${call.server}/${call.tool} ${JSON.stringify(call.arguments)}` : 'no call',
    problems: judgeCall(question, call, TODAY),
    tokens,
  }
}

const USAGE =
  'Live evals need OPENAI_API_KEY (and OPENAI_BASE_URL for another service than OpenAI’s) or ANTHROPIC_API_KEY, and a model: npm run evals -- --live --model NAME, or EVALS_MODEL'

function serviceOf(environment: NodeJS.ProcessEnv, args: readonly string[]): ModelService {
  const { values } = parseArgs({
    args: [...args],
    options: { live: { type: 'boolean' }, model: { type: 'string' } },
  })
  const model = values.model ?? environment['EVALS_MODEL']
  if (model === undefined) throw new Error(USAGE)
  const openAiKey = environment['OPENAI_API_KEY']
  if (openAiKey !== undefined) {
    const baseUrl = environment['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1'
    return { kind: 'openai', baseUrl: trimmed(baseUrl), key: openAiKey, model }
  }
  const key = environment['ANTHROPIC_API_KEY']
  if (key === undefined) throw new Error(USAGE)
  const baseUrl = environment['ANTHROPIC_BASE_URL'] ?? 'https://api.anthropic.com'
  return { kind: 'anthropic', baseUrl: trimmed(baseUrl), key, model }
}

const trimmed = (url: string): string => url.replace(/\/+$/, '')
