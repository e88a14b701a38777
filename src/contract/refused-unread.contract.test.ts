import { expect, it } from 'vitest'
import { mintToken } from '../kernel/credentials/tokens.ts'
import { onFile, withWrongChecksum } from '../testing/credential-matrix.ts'
import { TestApp } from '../testing/start-test-app.ts'

it('a credential of another surface, or none of ours, is refused without a statement', async () => {
  await using broken = await TestApp.start()
  const org = await broken.org('business')
  const key = await broken.key(org, ['*'])
  const session = await broken.session(org)
  onFile(broken, (file) => {
    file.pragma('foreign_keys = OFF')
    file.exec('DROP TABLE api_key; DROP TABLE session')
  })
  const mcp = async (token: string) => {
    const response = await fetch(`${broken.url}/mcp/data`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
    return response.status
  }
  const foreign = (['partner', 'oauthRefresh', 'oauthCode'] as const).map((family) =>
    mintToken(family),
  )
  const access = mintToken('oauthAccess')
  for (const token of [
    ...foreign,
    'ctbk_short',
    withWrongChecksum(key),
    withWrongChecksum(session),
    'x'.repeat(54),
  ]) {
    expect((await broken.api('GET', '/sites', { token })).status).toBe(401)
    expect(await mcp(token)).toBe(401)
  }
  expect(await mcp(session)).toBe(401)
  expect((await broken.api('GET', '/sites', { token: access })).status).toBe(401)
  // A credential that this address takes is looked up in the data, where the missing tables show.
  expect((await broken.api('GET', '/sites', { token: key })).status).toBeGreaterThanOrEqual(500)
  expect((await broken.api('GET', '/sites', { token: session })).status).toBeGreaterThanOrEqual(500)
  expect(await mcp(key)).toBeGreaterThanOrEqual(500)
  expect(await mcp(access)).toBeGreaterThanOrEqual(500)
})
