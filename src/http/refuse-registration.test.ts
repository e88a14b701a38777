import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestApp } from '../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app[Symbol.asyncDispose]())

const OUR_SENTENCE = 'The key that was sent is not valid here'

it('a client that asks to sign in shows what was wrong with its key', async () => {
  const redirectUrl = 'http://127.0.0.1/callback'
  const authProvider = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl] },
    clientInformation: () => undefined,
    saveClientInformation: () => undefined,
    tokens: () => ({ access_token: 'wrong', token_type: 'bearer' }),
    saveTokens: () => undefined,
    redirectToAuthorization: () => undefined,
    saveCodeVerifier: () => undefined,
    codeVerifier: () => '',
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp/data`), {
    authProvider,
  })
  const client = new Client({ name: 'test', version: '1' })
  await expect(client.connect(transport)).rejects.toThrow(OUR_SENTENCE)
})

it('a registration is counted and logged as what is not there', async () => {
  const answer = await fetch(`${app.url}/register`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  expect(answer.headers.get('x-ratelimit-remaining')).not.toBeNull()
  expect(await answer.json()).toEqual({
    error: 'invalid_request',
    error_description: expect.stringContaining(OUR_SENTENCE) as string,
  })
})

it('other addresses answer in the form of the service', async () => {
  for (const [method, path] of [
    ['GET', '/register'],
    ['POST', '/registers'],
  ]) {
    const answer = await fetch(`${app.url}${path}`, { method: method! })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  }
})
