import type { TestApp } from './start-test-app.ts'

/** Makes the query of a link to a file of a site, as the tool export_data would with the key. */
export async function signLink(app: TestApp, key: string, siteId: string): Promise<string> {
  const { authenticator, context } = app.app.services
  const caller = await authenticator.authenticate('api', `Bearer ${key}`, '127.0.0.1')
  if (caller.kind !== 'key') throw new Error('A link is made with a key')
  const query = { rows: 'query', format: 'csv' }
  const { token } = context.links.sign({
    keyId: caller.keyId,
    siteId,
    madeAt: context.now(),
    query,
  })
  return `?link=${token}`
}
