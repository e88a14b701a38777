import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../kernel/door/operation.ts'
import { OPERATIONS } from '../server/operations.ts'
import { inspectOrg } from '../testing/org-rows.ts'
import { ownId } from '../testing/own-id.ts'
import { SAMPLE_CALLS } from '../testing/sample-calls.ts'
import { SampleOrganization } from '../testing/sample-organization.ts'
import { STRIPE_ENVIRONMENT } from '../testing/fake-stripe.ts'
import { TestApp, type TestOrg } from '../testing/start-test-app.ts'
import { page, WebSite } from '../testing/web-site.ts'

let app: TestApp
let web: WebSite
let org: TestOrg
let home: SampleOrganization

beforeAll(async () => {
  app = await TestApp.start({ environment: { ALLOW_PRIVATE_NETWORKS: '1', ...STRIPE_ENVIRONMENT } })
  web = await WebSite.start({ '/': page('Home') })
  org = await app.org('enterprise')
  home = await SampleOrganization.of(app, org, web)
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

/** The operations that write, but whose sample leaves no entry in the audit log, each with the reason. */
const SILENT: Readonly<Record<string, string>> = {
  'events.collect':
    'what readers do is no act of the organization, and comes a thousand times a second',
  'tools.aiScore': 'it changes nothing of any organization',
  'auth.setup': 'it works before there is anybody; its own test reads the new organization’s log',
  'billing.receive': 'the sample is no event of a gateway; its own test reads the log',
  'auth.changePassword': 'the person of the sample has no password; its own test reads the log',
  'auth.forgotPassword': 'it answers before it looks for the person; its own test reads the log',
  'domains.verify': 'the domain of the sample cannot be proved; its own test reads the log',
  'sites.score': 'it changes nothing; requests in the names of others are told, by their own test',
  'rules.test': 'it changes nothing; a rule is too long for an address',
  'scans.cancel':
    'the scan of the sample has ended; one that is cancelled is told, by its own test',
  'citations.cancelRun':
    'the run of the sample has ended; one that is cancelled is told, by its own test',
  'prompts.import':
    'the sample brings nothing new; what an import changes is told, by its own test',
}

const writes = OPERATIONS.filter(({ effect, http }) => effect === 'write' && http !== undefined)
const told = writes.filter(
  // The tests of OAuth read its entries: its callers come by a page or as a client, and not by a session as here.
  ({ name, http }) => http?.surface !== 'oauth' && SILENT[name] === undefined,
)

const entriesOf = () =>
  inspectOrg(app.directory, org.id, (db) =>
    db
      .prepare<[], { action: string; detail: string; request_id: string | null }>(
        'SELECT action, detail, request_id FROM audit_entry ORDER BY seq',
      )
      .all(),
  )

async function call({ name, http }: Operation, session: string) {
  const make = SAMPLE_CALLS[name]
  if (!make) throw new Error(`No sample of ${name}`)
  const { ids = [], query = '', body } = await make(home)
  const before = entriesOf().length
  const rest = await Promise.all(ids.map((id) => ownId(app, id, session)))
  const path = (http?.path ?? '').replaceAll(/:\w+/g, () => rest.shift() ?? '') + query
  const answer = await app.api((http?.method ?? 'get').toUpperCase(), path, {
    token: session,
    ...(body !== undefined && { body }),
  })
  return { answer, entries: entriesOf().slice(before) }
}

describe('the audit log has an entry of', () => {
  it('all that writes, but for a few', () => {
    expect(told.length).toBeGreaterThan(20)
    const names = new Set(writes.map(({ name }) => name))
    expect(Object.keys(SILENT).filter((name) => !names.has(name))).toEqual([])
  })

  it.each(told.map((operation) => [operation.name, operation] as const))(
    '%s, with its request, and no secret',
    async (_, operation) => {
      const { answer, entries } = await call(operation, await app.session(org))
      expect([answer.status, answer.body.error]).toEqual([answer.status, null])
      const own = entries.filter(({ request_id }) => request_id === answer.body.meta.requestId)
      expect(own.map(({ action }) => action)).not.toEqual([])
      const { key, token, secret: shown } = answer.body.data
      const secrets = [key, token, shown].filter(Boolean)
      for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret)
    },
  )
})
