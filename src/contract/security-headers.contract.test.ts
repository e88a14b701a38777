import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { staticPaths } from '../http/static-metadata.ts'
import { protectedAddresses, serverAddress } from '../kernel/assistants/server-definition.ts'
import { OPERATIONS } from '../server/operations.ts'
import { TestApp } from '../testing/start-test-app.ts'

let plain: TestApp
let secure: TestApp

beforeAll(async () => {
  plain = await TestApp.start()
  secure = await TestApp.start({ environment: { PUBLIC_URL: 'https://citable.example' } })
})
afterAll(async () => {
  await plain[Symbol.asyncDispose]()
  await secure[Symbol.asyncDispose]()
})

const PATHS = [
  ...staticPaths(MCP_SERVERS.flatMap(protectedAddresses)),
  ...OPERATIONS.flatMap(({ http }) => (http ? [`/api/v1${http.path}`] : [])),
  ...MCP_SERVERS.map(serverAddress),
  '/nowhere',
  '/api/v1/sites/%E0%A4%A',
]

describe('whatever is answered', () => {
  it.each([...new Set(PATHS)])('%s: no type is guessed, and https stays https', async (path) => {
    const { headers } = await fetch(`${plain.url}${path}`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('strict-transport-security')).toBe(null)
    const answer = await fetch(`${secure.url}${path}`)
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy.startsWith("default-src 'none'")).toBe(isPage)
  })
})
