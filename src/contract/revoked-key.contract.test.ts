import { expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { serverAddress } from '../kernel/assistants/server-definition.ts'
import { TestApp } from '../testing/start-test-app.ts'

it('a key that is revoked is refused on the next request, over REST and MCP', async () => {
  await using app = await TestApp.start()
  const org = await app.org('business')
  const owner = await app.session(org)
  const made = await app.api('POST', '/keys', { token: owner, body: { scopes: ['*'] } })
  const { id, key } = made.body.data
  const token = String(key)
  const overMcp = async (address: string): Promise<number> => {
    const response = await fetch(`${app.url}${address}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    await response.text()
    return response.status
  }
  const statuses = async (): Promise<number[]> => [
    (await app.api('GET', '/org', { token })).status,
    ...(await Promise.all(MCP_SERVERS.map((server) => overMcp(serverAddress(server))))),
  ]
  // Each request is sent twice, because a credential that was let in once must not be remembered.
  for (const _ of [1, 2]) expect(new Set(await statuses())).toEqual(new Set([200]))
  expect((await app.api('DELETE', `/keys/${id}`, { token: owner })).status).toBe(200)
  expect(new Set(await statuses())).toEqual(new Set([401]))
})
