import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp, type TestOrg } from '../../testing/start-test-app.ts'

let app: TestApp
let org: TestOrg
let site: string

beforeAll(async () => {
  app = await TestApp.start()
  org = await app.org('pro')
  site = await app.site(await app.key(org))
})
afterAll(() => app[Symbol.asyncDispose]())

const JSON_TYPE = 'application/json'
const LINES_TYPE = 'application/x-ndjson'

/** Bodies that an import on Enterprise refuses, each for another reason. */
const BODIES: readonly [name: string, body: string, type: string][] = [
  ['broken JSON', '{"records":', JSON_TYPE],
  ['another shape', '{"records":7,"more":1}', JSON_TYPE],
  ['no body', '', JSON_TYPE],
  ['a type that nobody reads', 'path,label', 'text/csv'],
  ['more than 5 MiB', 'x'.repeat(5 * 1_024 * 1_024 + 1), LINES_TYPE],
  ['more than 2,000 lines', '{}\n'.repeat(2_500), LINES_TYPE],
]

async function load(token: string | undefined, body: string, type: string, id = site) {
  const answer = await app.api('POST', `/prompts/${id}/import`, {
    ...(token !== undefined && { token }),
    body,
    headers: { 'content-type': type },
  })
  return [answer.status, answer.body.error?.code]
}

describe.each(BODIES)('an import with %s', (_, body, type) => {
  it('an import learns of the plan before anybody looks at the body', async () => {
    const token = await app.key(org)
    expect(await load(token, body, type)).toEqual([403, 'PLAN_REQUIRED'])
  })

  it('an import learns of an unknown site before it learns of the plan', async () => {
    const token = await app.key(org)
    const foreign = await app.site(await app.key(await app.org('enterprise')))
    for (const id of ['site_nowhere', foreign]) {
      expect(await load(token, body, type, id)).toEqual([404, 'NOT_FOUND'])
    }
  })

  it('an import learns of the scope before it learns of the site', async () => {
    const token = await app.key(org, ['prompts:read'])
    expect(await load(token, body, type, 'site_nowhere')).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect(await load(undefined, body, type)).toEqual([401, 'UNAUTHENTICATED'])
  })

  it('an import learns that nothing has an id that is none', async () => {
    const token = await app.key(org)
    expect(await load(token, body, type, 'x'.repeat(65))).toEqual([404, 'NOT_FOUND'])
  })
})
