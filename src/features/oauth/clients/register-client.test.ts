import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectWriter } from '../../../../db/sqlite/connect.ts'
import { NO_CALLER } from '../../../cli/operator.ts'
import { storedBytes } from '../../../testing/stored-bytes.ts'
import { countStoredRows } from '../../../testing/stored-events.ts'
import { TestApp } from '../../../testing/start-test-app.ts'
import { findClient } from './find-client.ts'
import { registerClient } from './register-client.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app[Symbol.asyncDispose]())

/** Registers from an address, as the door does. */
async function register(
  fields: Record<string, unknown> = {},
  address = '192.0.2.1',
): Promise<Record<string, unknown> & { client_id: string }> {
  const { context } = app.app.services
  const caller = { ...NO_CALLER, address, requestId: context.newId('req') }
  const input = { redirect_uris: ['https://app.example/cb'], ...fields }
  const made = await registerClient.execute(context, { kind: 'anonymous' }, caller, input)
  // @NOTE its output has been parsed by the schema.
  return made as Awaited<ReturnType<typeof register>>
}

const find = (id: string) => findClient(app.app.services.context, id)

const sweep = async (): Promise<void> => {
  app.app.services.maintenance.hourly()
  await app.app.services.maintenance.onIdle()
}

describe('a client that registers', () => {
  it('hears what it has, as Claude needs it: integers, nothing null, the method that it asked for', async () => {
    const { client_id: id, ...made } = await register({
      client_name: ' My\u202e app ',
      redirect_uris: ['http://127.0.0.1:9/cb', 'https://app.example/cb', 'http://127.0.0.1:9/cb'],
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token', 'implicit'],
      response_types: ['code'],
      scope: 'openid analytics:read sites:write offline_access',
      client_uri: null,
      contacts: ['a@b.example'],
      software_statement: 5,
    })
    expect(id).toMatch(/^cli_[0-9a-z]{26}$/)
    expect(made).toEqual({
      client_id_issued_at: Math.floor(app.clock.now() / 1_000),
      client_secret: expect.stringMatching(/^[\w-]{43}$/) as string,
      client_secret_expires_at: 0,
      client_name: 'My app',
      redirect_uris: ['http://127.0.0.1:9/cb', 'https://app.example/cb'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'analytics:read offline_access',
    })
    expect(storedBytes(app.directory).includes(String(made['client_secret']))).toBe(false)
    expect(await find(id)).toEqual({
      id,
      kind: 'registered',
      name: 'My app',
      redirectUris: ['http://127.0.0.1:9/cb', 'https://app.example/cb'],
      methods: ['client_secret_post'],
      method: 'client_secret_post',
    })
  })

  it('has a secret only where it uses one', async () => {
    const open = await register({ token_endpoint_auth_method: 'none', client_name: '', scope: 'x' })
    expect(Object.keys(open).toSorted()).toEqual([
      'client_id',
      'client_id_issued_at',
      'grant_types',
      'redirect_uris',
      'response_types',
      'token_endpoint_auth_method',
    ])
    const byDefault = await register({ token_endpoint_auth_method: null, grant_types: null })
    expect(byDefault).toMatchObject({
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret_expires_at: 0,
    })
  })

  it('hears which rule it breaks', async () => {
    const many = Array.from({ length: 11 }, (_, n) => `https://app.example/${n}`)
    const cases: [Record<string, unknown>, string][] = [
      [{ redirect_uris: many }, 'invalid_redirect_uri'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ redirect_uris: null }, 'invalid_redirect_uri'],
      [{ redirect_uris: 'https://app.example/cb' }, 'invalid_redirect_uri'],
      [
        { redirect_uris: ['https://app.example/cb', 'http://app.example/cb'] },
        'invalid_redirect_uri',
      ],
      [{ redirect_uris: [5] }, 'invalid_redirect_uri'],
      [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
      [{ token_endpoint_auth_method: ['none'] }, 'invalid_client_metadata'],
      [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
      [
        { grant_types: Array.from({ length: 51 }, () => 'refresh_token') },
        'invalid_client_metadata',
      ],
      [{ response_types: ['token'] }, 'invalid_client_metadata'],
      [{ response_types: {} }, 'invalid_client_metadata'],
      [{ client_name: { en: 'a' } }, 'invalid_client_metadata'],
      [{ scope: 'a '.repeat(1_001) }, 'invalid_client_metadata'],
    ]
    for (const [fields, oauth] of cases) {
      await expect(register(fields)).rejects.toMatchObject({ oauth, status: 400 })
    }
  })
})

/** Adds clients without a grant, as if each had registered a millisecond after the one before. */
function addUnused(count: number, address: string): void {
  const connection = connectWriter(join(app.directory, 'citable.db'))
  const base = app.clock.now() - 20_000
  connection
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      INSERT INTO oauth_client SELECT '${address}' || n, 'registered', NULL, '[]', 'none', NULL, '${address}', ${base} + n, NULL FROM numbers`,
    )
    .run()
  connection.close()
}

describe('clients that nobody uses', () => {
  beforeEach(async () => {
    app.clock.advance({ days: 2 })
    await sweep()
  })

  const kept = (id: string) => countStoredRows(app.directory, `oauth_client WHERE id = '${id}'`)
  const waiting = () =>
    countStoredRows(app.directory, "oauth_client WHERE used_at IS NULL AND kind = 'registered'")

  it('are 10,000 at most: with one more, the oldest of the address with most goes', async () => {
    addUnused(3_000, 'few')
    addUnused(6_999, 'most')
    await register()
    expect([waiting(), kept('most1')]).toEqual([10_000, 1])
    const { client_id: last } = await register()
    expect([waiting(), kept('most1'), kept('most2'), kept('few1')]).toEqual([10_000, 0, 1, 1])
    await register({}, '192.0.2.2')
    expect([waiting(), kept('most2'), kept(last)]).toEqual([10_000, 0, 1])
  })

  it('are forgotten after a day, and others a month after they had a grant', async () => {
    const [unused, used] = [await register(), await register()]
    await app.app.services.database.oauthClients.markUsed(used.client_id, app.clock.now())
    app.clock.advance({ hours: 23 })
    await sweep()
    expect(await find(unused.client_id)).toMatchObject({ id: unused.client_id })
    app.clock.advance({ hours: 2 })
    await sweep()
    await expect(find(unused.client_id)).rejects.toMatchObject({ oauth: 'invalid_client' })
    expect(await find(used.client_id)).toMatchObject({ id: used.client_id })
    app.clock.advance({ days: 30 })
    await sweep()
    await expect(find(used.client_id)).rejects.toMatchObject({ oauth: 'invalid_client' })
  })
})

describe('the address of registrations', () => {
  const post = async (body: unknown) => {
    const answer = await fetch(`${app.url}/register`, {
      method: 'POST',
      headers: { connection: 'close', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { error } = (await answer.json()) as { error?: string }
    return [answer.status, error]
  }

  it('takes at most 16 kB, and says what is wrong as RFC 7591 does', async () => {
    const redirect_uris = Array.from({ length: 11 }, (_, i) => `https://app.example/${i}`)
    expect(await post({ redirect_uris })).toEqual([400, 'invalid_redirect_uri'])
    expect(await post({ client_name: 'x'.repeat(17_000) })).toEqual([413, 'invalid_request'])
    expect(await post([])).toEqual([400, 'invalid_request'])
  })

  it('takes 60 a minute of one address', async () => {
    app.clock.advance({ minutes: 2 })
    const answers = []
    for (let i = 0; i < 61; i++)
      answers.push(await post({ redirect_uris: ['https://app.example/cb'] }))
    expect(answers.slice(0, 60)).toEqual(answers.slice(0, 60).map(() => [201, undefined]))
    expect(answers[60]).toEqual([429, 'temporarily_unavailable'])
  })
})
