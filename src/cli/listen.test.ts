import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyWebhook } from '../../examples/webhooks/verify-webhook.ts'
import type { DomainEvent } from '../domain/webhooks/event-types.ts'
import { domainEvent } from '../kernel/door/domain-events.ts'
import { addPerson, PERSON_PASSWORD } from '../testing/add-person.ts'
import { runCli } from '../testing/run-cli.ts'
import { RunningCli } from '../testing/running-cli.ts'
import { TestApp, type TestOrg } from '../testing/start-test-app.ts'
import { inspectData } from '../testing/stored-events.ts'
import {
  accept,
  openReceiver,
  refuseWith,
  type WebhookReceiver,
} from '../testing/webhook-receiver.ts'

let app: TestApp
let org: TestOrg
let session: string
let receiver: WebhookReceiver

beforeAll(async () => {
  app = await TestApp.start()
})

beforeEach(async () => {
  org = await app.org()
  session = await app.session(org)
  receiver = await openReceiver()
})

afterEach(() => receiver[Symbol.asyncDispose]())

afterAll(() => app[Symbol.asyncDispose]())

const cited = (engine: string): DomainEvent => ({
  event: 'citation.detected',
  payload: { siteId: 'site_1', cited: 1, total: 2, engines: [engine] },
})
const depleted: DomainEvent = {
  event: 'credits.depleted',
  payload: { orgId: 'org_1', balance: 0 },
}

/** Emits an event of the organization, and returns its id. */
async function emit(event: DomainEvent, on = app): Promise<string> {
  const { context } = on.app.services
  const emitted = domainEvent(context, event)
  await context.tenant(org.id).transaction((trx) => trx.emit(emitted))
  return emitted.id
}

const sessionsOf = (userId: string) =>
  inspectData(app.directory, (db) =>
    db.prepare('SELECT COUNT(*) FROM session WHERE user_id = ?').pluck().get(userId),
  )

/** Starts the command, and waits until it receives events; also returns the secret of the run. */
async function listen(args: readonly string[], on = app) {
  const cli = new RunningCli(['listen', '--url', on.url, ...args], { CITABLE_SESSION: session })
  const first = await cli.line()
  return { cli, first, secret: /whsec_\S+/.exec(first)?.[0] ?? '' }
}

const failure = async (args: string[], environment: Record<string, string> = {}) => {
  const { code, out, err } = await runCli(app.directory, ['listen', ...args], '', environment)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  return err
}

describe('citable listen', () => {
  it('delivers each event, signed as the server signs, and says what the receiver answered', async () => {
    const { cli, first, secret } = await listen(['--forward-to', receiver.url])
    using _ = cli
    expect(first).toBe(`Listening to ${app.url}; deliveries are signed with ${secret}`)
    const id = await emit(cited('Žluťoučký kůň 雪'))
    const timestamp = new Date(app.clock.now()).toISOString()
    expect(await cli.line()).toMatch(
      new RegExp(`^${timestamp}  citation\\.detected  ${id}  200 in \\d+ ms$`),
    )
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]]
    expect(JSON.parse(body)).toEqual({ id, timestamp, ...cited('Žluťoučký kůň 雪') })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'citation.detected',
      'x-service-attempt': '1',
      'webhook-id': id,
    })
    const signature = String(headers['x-service-signature'])
    expect(verifyWebhook(Buffer.from(body), signature, secret)).toBe(true)
    expect(() => {
      new Webhook(secret).verify(body, headers)
    }).not.toThrow()
    expect(await cli.interrupt()).toEqual({ code: 0, err: '' })
  })

  it('goes on where the receiver refuses an event, or is down', async () => {
    const { cli } = await listen(['--forward-to', receiver.url])
    using _ = cli
    receiver.answer = refuseWith(500)
    await emit(depleted)
    expect(await cli.line()).toMatch(/ {2}500 in \d+ ms$/)
    receiver.answer = ({ socket }) => socket.destroy()
    await emit(depleted)
    expect(await cli.line()).toMatch(/ {2}reset in \d+ ms: /)
    receiver.answer = accept
    await emit(depleted)
    expect(await cli.line()).toMatch(/ {2}200 in \d+ ms$/)
    await receiver[Symbol.asyncDispose]()
    for (let i = 0; i < 2; i++) {
      await emit(depleted)
      expect(await cli.line()).toMatch(/ {2}refused in \d+ ms: /)
    }
    receiver = await openReceiver()
    expect(await cli.interrupt()).toMatchObject({ code: 0 })
  })

  it('hears the events that are asked for, and prints them without a receiver', async () => {
    const { cli, first } = await listen(['--print', '--events', 'citation.detected,scan.failed'])
    using _ = cli
    expect(first).toBe(`Listening to ${app.url}`)
    await emit(depleted)
    const id = await emit(cited('chatgpt'))
    expect(await cli.line()).toMatch(new RegExp(`  citation\\.detected  ${id}$`))
    expect(JSON.parse(await cli.line())).toMatchObject({ id, ...cited('chatgpt') })
    expect(await cli.interrupt()).toEqual({ code: 0, err: '' })
  })

  it('tells programs the same as JSON', async () => {
    const { cli, first, secret } = await listen(['--json', '--forward-to', receiver.url])
    using _ = cli
    expect(JSON.parse(first)).toEqual({ server: app.url, secret: secret.replace(/"}$/, '') })
    const id = await emit(depleted)
    expect(JSON.parse(await cli.line())).toMatchObject({
      id,
      event: 'credits.depleted',
      status: 'delivered',
      httpStatus: 200,
      error: null,
    })
  })

  it('signs in, and ends its session with Ctrl-C', async () => {
    const { email, userId } = await addPerson(app)
    const cli = new RunningCli(['listen', '--url', app.url, '--print'], {
      CITABLE_EMAIL: email,
      CITABLE_PASSWORD: PERSON_PASSWORD,
    })
    using _ = cli
    await cli.line()
    expect(sessionsOf(userId)).toBe(1)
    expect(await cli.interrupt()).toEqual({ code: 0, err: '' })
    expect(sessionsOf(userId)).toBe(0)
  })

  it('loses no event while the server restarts', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'citable-listen-'))
    const first = await TestApp.start({ directory })
    org = await first.org()
    session = await first.session(org)
    const environment = { PORT: new URL(first.url).port }
    const { cli } = await listen(['--forward-to', receiver.url], first)
    using _ = cli
    const ids = [await emit(depleted, first)]
    await cli.line()
    await first[Symbol.asyncDispose]()
    await expect.poll(() => cli.said).toContain('The server is away; waiting for it\n')
    {
      // Another process on the same data, at an address that the command does not know.
      await using elsewhere = await TestApp.start({ directory })
      for (let i = 0; i < 3; i++) ids.push(await emit(depleted, elsewhere))
    }
    await using second = await TestApp.start({ directory, environment })
    ids.push(await emit(depleted, second))
    for (let i = 0; i < 4; i++) expect(await cli.line()).toMatch(/ {2}200 in \d+ ms$/)
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(ids)
    expect(cli.said).toContain('The server is back\n')
    expect(await cli.interrupt()).toMatchObject({ code: 0 })
    rmSync(directory, { recursive: true })
  })

  it('ends with 1 when its session does', async () => {
    const { cli } = await listen(['--print'])
    using _ = cli
    await app.api('DELETE', '/auth/session', { token: session })
    const { code, err } = await cli.ended()
    expect([code, err]).toEqual([1, expect.stringContaining(`${app.url} answered 401: `)])
  })
})

describe('citable listen says what is wrong', () => {
  const settings = () => ({ CITABLE_SESSION: session })

  it('with neither a receiver nor --print', async () => {
    expect(await failure([])).toContain('--forward-to URL, or --print')
  })

  it.each([
    ['--forward-to', 'localhost', '--forward-to: '],
    ['--forward-to', 'ftp://localhost/', '--forward-to: Only https and http'],
    ['--forward-to', 'http://a:b@localhost:3000/', '--forward-to: A URL with a user name'],
    ['--forward-to', 'http://127.0.0.1:6379/', '--forward-to: '],
    ['--url', 'localhost', '--url must be an http or https address'],
    ['--url', 'http://a:b@127.0.0.1/', '--url takes no user'],
    ['--events', 'scan.completed,scan.won', 'not scan.won'],
    ['--events', ',', '--events must be some of scan.completed, '],
  ])('of %s %s', async (option, value, said) => {
    const others = option === '--forward-to' ? [] : ['--print']
    expect(await failure([option, value, ...others], settings())).toContain(said)
  })

  it.each([
    ['a wrong password', { CITABLE_EMAIL: 'a@example.com', CITABLE_PASSWORD: 'wrong' }, '401: '],
    ['a session that there is not', { CITABLE_SESSION: 'ctbs_no' }, '401: '],
    ['a session that is none', { CITABLE_SESSION: 'a b' }, 'CITABLE_SESSION holds no token'],
  ])('of %s', async (_, environment, said) => {
    expect(await failure(['--print', '--url', app.url], environment)).toContain(said)
  })

  it('of an editor, who may not see events', async () => {
    session = await app.session(org, 'editor')
    expect(await failure(['--print', '--url', app.url], settings())).toContain('403: ')
  })

  it('where no server is', async () => {
    const { url } = receiver
    const gone = new URL(url).origin
    await receiver[Symbol.asyncDispose]()
    expect(await failure(['--print', '--url', gone], settings())).toContain(
      `${gone} cannot be reached: ECONNREFUSED`,
    )
    receiver = await openReceiver()
  })

  it('where the server is another', async () => {
    const { origin } = new URL(receiver.url)
    receiver.answer = refuseWith(404)
    expect(await failure(['--print', '--url', origin], settings())).toContain(
      `${origin} answered 404: no server of Citable is there`,
    )
  })
})
