import { afterAll, beforeAll, expect, it } from 'vitest'
import { callProtocol } from '../testing/call-protocol.ts'
import { LARGEST_INPUTS } from '../testing/largest-protocol-inputs.ts'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app[Symbol.asyncDispose]())

it.each(LARGEST_INPUTS)(
  '%s answers the largest input that is let in: %s',
  async (tool, _, args) => {
    const { isError, text } = await callProtocol(app, tool, args)
    expect([isError, text.slice(0, isError ? 300 : 0)]).toEqual([false, ''])
  },
)
