import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import type { AuditLogEntry } from './audit-entry.ts'
import { verifyAudit } from './verify-audit.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

it('the audit log stays in the order in which it was written when the clock is set back', async () => {
  const org = await app.org('self_hosted')
  const token = await app.session(org)
  const make = (name: string) =>
    app.api('POST', '/keys', { token, body: { scopes: ['sites:read'], name } })
  await make('first')
  app.clock.advance({ hours: -2 })
  await make('second')
  app.clock.advance({ hours: 1 })
  await make('third')
  const pages: string[] = []
  let cursor: string | null | undefined
  do {
    const query: string = cursor ? `&cursor=${cursor}` : ''
    const { body } = await app.api('GET', `/org/audit?limit=1${query}`, { token })
    const entries = body.data as unknown as AuditLogEntry[]
    pages.push(...entries.map(({ detail }) => String(detail['name'])))
    cursor = body.meta.nextCursor
  } while (cursor)
  expect(pages).toEqual(['third', 'second', 'first'])
  const verdict = await verifyAudit(app.app.services.context.tenant(org.id))
  expect(verdict).toEqual({ entries: 3, head: expect.any(String) })
})
