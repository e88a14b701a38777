import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { DIMENSION_IDS } from './dimensions.ts'

let app: TestApp
let token: string
let siteId: string

beforeAll(async () => {
  app = await TestApp.start()
  token = await app.key(await app.org('enterprise'))
  siteId = await app.site(token)
})
afterAll(() => app[Symbol.asyncDispose]())

it('every pair of dimensions has an answer without metrics, or says that no metric is counted by both', async () => {
  const pairs = DIMENSION_IDS.flatMap((a, i) => DIMENSION_IDS.slice(i + 1).map((b) => `${a},${b}`))
  const refused: string[] = []
  for (const pair of pairs) {
    const path = `/analytics/${siteId}/ai?range=7d&dimensions=${pair}`
    const { status, body } = await app.api('GET', path, { token })
    expect([pair, status]).toEqual([pair, expect.toBeOneOf([200, 422])])
    if (status === 200) continue
    expect(body.error?.fields).toEqual([
      expect.objectContaining({ path: 'dimensions', code: 'illegal_pair' }),
    ])
    refused.push(pair)
  }
  expect(refused).toContain('path,query')
  expect(refused).not.toContain('path,engine')
  expect(refused.length).toBeLessThan(pairs.length / 2)
})
