import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { QUESTIONS } from '../question.ts'
import { runLive } from './run-live.ts'

interface Asked {
  path: string
  headers: IncomingMessage['headers']
  // @NOTE a wrong shape fails the expectation that reads it.
  body: {
    model: string
    messages: { role: string; content: string }[]
    tools: Record<string, unknown>[]
  }
}

/** A service of models that answers each question as `answer` says, in its own wire format. */
async function startModel(answer: (question: string) => { status?: number; body: unknown }) {
  const asked: Asked[] = []
  let open = 0
  let most = 0
  const server = createServer((request, response) => {
    open += 1
    most = Math.max(most, open)
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const body = JSON.parse(text) as Asked['body']
      asked.push({ path: request.url ?? '', headers: request.headers, body })
      const { status = 200, body: told } = answer(body.messages.at(-1)?.content ?? '')
      open -= 1
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // @NOTE a server that listens on a port has an address of this form.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    mostAtOnce: () => most,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function rightCall(text: string) {
  const question = QUESTIONS.find((one) => one.question === text)
  return { name: `${question?.server}__${question?.tool}`, arguments: question?.arguments ?? {} }
}

const openAi = (name: string, args: unknown) => ({
  choices: [{ message: { tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }] } }],
  usage: { prompt_tokens: 10, completion_tokens: 2 },
})

const ARGS = ['--live', '--model', 'small']

describe('live evals', () => {
  it('ask an OpenAI-compatible service with the whole catalogue', async () => {
    await using model = await startModel((text) => {
      const call = rightCall(text)
      return { body: openAi(call.name, call.arguments) }
    })
    const lines: string[] = []
    const environment = { OPENAI_API_KEY: 'key-1', OPENAI_BASE_URL: `${model.url}/v1/` }
    expect(await runLive(environment, ARGS, (line) => lines.push(line))).toBe(true)
    const n = QUESTIONS.length
    expect(lines.at(-1)).toBe(
      `\n${n} of ${n} calls are right, 100 %; ${n * 10} tokens read, ${n * 2} written`,
    )
    const [first] = model.asked
    expect(first?.path).toBe('/v1/chat/completions')
    expect(first?.headers.authorization).toBe('Bearer key-1')
    expect(first?.body.model).toBe('small')
    expect(first?.body.messages[0]?.content).toContain('Today is 2026-11-20')
    expect(first?.body.tools).toHaveLength(27)
    expect(model.mostAtOnce()).toBeLessThanOrEqual(4)
  })

  it('ask Anthropic’s, and say what is wrong with a call', async () => {
    await using model = await startModel(() => ({
      body: {
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', name: 'data__get_overview', input: { range: 'yesterday' } },
        ],
        usage: { input_tokens: 7, output_tokens: 3 },
      },
    }))
    const lines: string[] = []
    const environment = { ANTHROPIC_API_KEY: 'key-2', ANTHROPIC_BASE_URL: model.url }
    expect(await runLive(environment, ARGS, (line) => lines.push(line))).toBe(false)
    expect(lines).toContain(
      'ok  total visitors yesterday?\n      data/get_overview {"range":"yesterday"}',
    )
    expect(lines).toContain('      range is yesterday instead of last_month')
    expect(lines).toContain('      get_overview instead of list_sites')
    const [first] = model.asked
    expect(first?.path).toBe('/v1/messages')
    expect(first?.headers['x-api-key']).toBe('key-2')
    expect(Object.keys(first?.body.tools[0] ?? {})).toEqual(['name', 'description', 'input_schema'])
  })

  it('count an answer without a call, or with arguments that are no JSON, as wrong', async () => {
    let turn = 0
    await using model = await startModel(() => {
      turn += 1
      const none = { choices: [{ message: { content: 'I cannot.' } }] }
      const called = { name: 'data__get_overview', arguments: '{"range":' }
      const broken = { choices: [{ message: { tool_calls: [{ function: called }] } }] }
      return { body: turn % 2 === 0 ? none : broken }
    })
    const lines: string[] = []
    const environment = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.url }
    expect(await runLive(environment, ARGS, (line) => lines.push(line))).toBe(false)
    expect(lines).toContain('      no tool is called')
  })

  it('end with what the service said when it refuses', async () => {
    await using model = await startModel(() => ({ status: 401, body: { error: 'wrong key' } }))
    const environment = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.url }
    await expect(runLive(environment, ARGS, () => undefined)).rejects.toThrow(
      'The model’s service answers 401: {"error":"wrong key"}',
    )
  })

  it.each([
    [{}, ARGS],
    [{ OPENAI_API_KEY: 'key' }, ['--live']],
  ])('say what they need with %j %j', async (environment, args) => {
    await expect(runLive(environment, args, () => undefined)).rejects.toThrow(
      'Live evals need OPENAI_API_KEY',
    )
  })
})
