import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MCP_ERAS, mcpRequest, postMcp } from '../testing/mcp-post.ts'
import { TestApp } from '../testing/start-test-app.ts'

const PRINCIPALS = 40
const CALLS_EACH = 50

describe.each([true, false])('with the fast lane %s', (useFastLane) => {
  let app: TestApp
  const owners: { key: string; domain: string }[] = []

  beforeAll(async () => {
    app = await TestApp.start({ useFastLane })
    for (let i = 0; i < PRINCIPALS; i++) {
      const key = await app.key(await app.org('self_hosted'))
      const domain = `owner-${i}.example`
      await app.site(key, { domain })
      owners.push({ key, domain })
    }
  })
  afterAll(() => app[Symbol.asyncDispose]())

  it.each(MCP_ERAS)(
    'gives each of 2,000 concurrent %s calls its own caller’s answer',
    async (era) => {
      const calls = Array.from(
        { length: PRINCIPALS * CALLS_EACH },
        (_, i) => owners[i % PRINCIPALS]!,
      )
      const answers = await Promise.all(
        calls.map(({ key, domain }) => {
          // All with one JSON-RPC id, and none with an argument that tells whose it is.
          const params = { name: 'list_sites', arguments: {} }
          const request = mcpRequest(era, { method: 'tools/call', params, id: 1 })
          return postMcp(app, 'publisher', request, key).then((answer) => ({ answer, domain }))
        }),
      )
      const mixedUp = answers.filter(
        ({ answer, domain }) => answer.body?.result?.structuredContent?.rows[0]?.[0] !== domain,
      )
      expect(answers).toHaveLength(2_000)
      expect(mixedUp).toHaveLength(0)
    },
  )
})
