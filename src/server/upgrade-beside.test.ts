import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Sqlite } from '../../db/sqlite/binding.ts'
import { openReceiver } from '../testing/webhook-receiver.ts'
import { VERSION } from '../kernel/door/version.ts'
import { bundled } from '../testing/bundled.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { linkDependencies } from '../testing/link-dependencies.ts'
import { runCli } from '../testing/run-cli.ts'
import { ServerChild } from '../testing/server-child.ts'
import { BROWSER_USER_AGENT } from '../testing/start-test-app.ts'
import { WebSite } from '../testing/web-site.ts'

const EMAIL = 'anna@example.com'
const PASSWORD = 'a passphrase from elsewhere'

const INITIALIZE = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  },
}

let installation: DataFolder
let data: DataFolder
beforeEach(() => {
  installation = new DataFolder()
  data = new DataFolder()
})
afterEach(() => {
  installation[Symbol.dispose]()
  data[Symbol.dispose]()
})

const inside = (name: string): string => join(installation.path, name)

/** Leaves what `git pull && npm ci && npm run build` leaves: other files under the names of the old ones. */
function upgrade(): void {
  for (const name of ['dist', 'node_modules']) rmSync(inside(name), { recursive: true })
  mkdirSync(inside('dist'))
  for (const name of ['main', 'server', 'tasks', 'read-worker', 'send-worker', 'check-worker']) {
    writeFileSync(inside(`dist/${name}.js`), `throw new Error('This is another version')\n`)
  }
}

function install(): void {
  cpSync(dirname(bundled('main')), inside('dist'), { recursive: true })
  linkDependencies(installation.path)
  writeFileSync(inside('package.json'), '{ "type": "module" }')
}

const PACKED = [
  ['.br', brotliCompressSync],
  ['.gz', gzipSync],
] as const

/** Puts another version of the program in the place of the installed one. */
function installVersion(version: string): void {
  for (const name of ['dist', 'node_modules']) rmSync(inside(name), { recursive: true })
  install()
  const said = JSON.stringify(VERSION)
  const files = readdirSync(inside('dist'), { recursive: true, encoding: 'utf8' })
  for (const name of files.filter((one) => /\.js(?:on)?$/.test(one))) {
    const file = inside(join('dist', name))
    const text = readFileSync(file, 'utf8')
    if (!text.includes(said)) continue
    writeFileSync(file, text.replaceAll(said, JSON.stringify(version)))
    for (const [ending, pack] of PACKED) {
      if (existsSync(file + ending)) writeFileSync(file + ending, pack(readFileSync(file)))
    }
  }
}

const installed = () => ({
  directory: data.path,
  main: inside('dist/main.js'),
  environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8', START_TIMEOUT_MS: '0' },
})
const start = (): Promise<ServerChild> => ServerChild.start(installed())

interface Answer {
  status: number
  text: string
  data: Record<string, unknown>
}

it('a server whose files are replaced does all of its work until it stops', async () => {
  install()
  await runCli(
    data.path,
    ['owner', 'create', '--email', EMAIL, '--password-stdin'],
    `${PASSWORD}\n`,
  )
  const made = await runCli(data.path, ['key', 'create', '--json'])
  // @NOTE the command's own form; another one fails what uses the key.
  const { key } = JSON.parse(made.out) as { key: string }
  await using server = await start()
  upgrade()

  const call = async (
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    agent = 'a test',
  ) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'user-agent': agent,
        accept: 'application/json, text/event-stream',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const parsed = text.startsWith('{') ? (JSON.parse(text) as { data?: Answer['data'] }) : {}
    return { status: answer.status, text, data: parsed.data ?? {} } satisfies Answer
  }
  const api = (method: string, path: string, token?: string, body?: unknown) =>
    call(method, `/api/v1${path}`, token, body)

  const signedIn = await api('POST', '/auth/sign-in', undefined, {
    email: EMAIL,
    password: PASSWORD,
  })
  expect(signedIn.status).toBe(200)
  const session = String(signedIn.data['token'])

  await using receiver = await openReceiver()
  const hook = { url: receiver.url, events: ['scan.completed'] }
  expect((await api('POST', '/webhook-subscriptions', session, hook)).status).toBe(201)

  const text = 'Green tea is steeped at eighty degrees for two minutes, and never longer. '.repeat(
    9,
  )
  await using web = await WebSite.start({
    '/': `<title>Tea</title><h1>Tea</h1><p>${text}</p><a href="/green">Green tea</a>`,
    '/green': `<title>Green tea</title><h1>Green tea</h1><p>${text}</p>`,
  })
  const created = await api('POST', '/sites', session, { url: `${web.url}/` })
  expect(created.status).toBe(201)
  const scanned = String(created.data['id'])
  await expect
    .poll(async () => (await api('GET', `/prompts/${scanned}`, session)).data)
    .toHaveLength(2)
  await expect.poll(() => receiver.received.length).toBe(1)

  const event = { kind: 'impression', url: `${web.url}/green` }
  for (const agent of [BROWSER_USER_AGENT, 'GPTBot/1.2']) {
    const events = { siteId: scanned, events: [event] }
    const collected = await call('POST', '/api/v1/collect', undefined, events, agent)
    expect([collected.status, collected.text]).toEqual([202, expect.any(String)])
  }

  const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const initialize = { ...tools, ...INITIALIZE }
  for (const message of [tools, initialize]) {
    expect(await call('POST', '/mcp/data', key, message)).toMatchObject({ status: 200 })
  }
  for (const path of [
    `/api/v1/org/assistant-calls?format=csv`,
    '/openapi.json',
    '/docs',
    '/widget.js',
  ]) {
    expect([path, (await call('GET', path, session)).status]).toEqual([path, 200])
  }
  expect(
    (await api('GET', `/analytics/${scanned}/ai?range=7d&metrics=impressions`, key)).status,
  ).toBe(200)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  expect(readdirSync(`${data.file}-program`)).toEqual([])
})

it('a copy that a killed server left goes with the next start, and commands leave an older schema to the restart', async () => {
  install()
  const { key } = await data.setUp()
  await using killed = await start()
  await killed.kill()
  expect(readdirSync(`${data.file}-program`)).toHaveLength(1)
  await using server = await start()
  expect(readdirSync(`${data.file}-program`)).toHaveLength(1)
  const headers = { authorization: `Bearer ${key}` }
  expect((await fetch(`${server.url}/api/v1/sites`, { headers })).status).toBe(200)
  const older = new Sqlite(data.file)
  older.exec('DELETE FROM kysely_migration WHERE name = (SELECT MAX(name) FROM kysely_migration)')
  older.close()
  expect(await runCli(data.path, ['key', 'list'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('A server of an earlier version has the data'),
  })
  await server.stop()
})

it('a server that cannot have a whole copy serves from where it is, and says that it must not be replaced', async () => {
  install()
  // The file is one of those that a server reads later.
  rmSync(inside('dist/words-de.txt'))
  await using server = await start()
  expect(server.timesLogged('stop this server before its files are replaced')).toBe(1)
  expect((await fetch(`${server.url}/docs`)).status).toBe(200)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  expect(readdirSync(`${data.file}-program`)).toEqual([])
})

it('the old version serves to its end, and the new one from then on', async () => {
  install()
  const args = ['owner', 'create', '--email', EMAIL, '--password-stdin']
  await runCli(data.path, args, `${PASSWORD}\n`)
  const post = (url: string, body: unknown) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
  /** Signs in, which needs a package that is loaded late, and asks code and files for their version. */
  const serves = async ({ url }: ServerChild) => {
    const signIn = await post(`${url}/api/v1/auth/sign-in`, { email: EMAIL, password: PASSWORD })
    const tools = await post(`${url}/mcp/protocol`, { jsonrpc: '2.0', id: 1, ...INITIALIZE })
    const openApi = await fetch(`${url}/openapi.json`)
    const version = /"version": ?"([\d.]+)"/
    return [
      signIn.status,
      version.exec(await tools.text())?.[1],
      version.exec(await openApi.text())?.[1],
    ]
  }
  await using old = await start()
  const copies = () => readdirSync(`${data.file}-program`)
  const [copyOfOld] = copies()
  for (const version of ['90.1.0', '90.2.0']) {
    installVersion(version)
    await using early = ServerChild.starting(installed())
    expect(await early.ended()).toMatchObject({
      code: 1,
      error: expect.stringMatching(/citable\.db is served by another process.* stop that one/),
    })
    expect([await serves(old), copies()]).toEqual([[200, VERSION, VERSION], [copyOfOld]])
  }
  expect(await old.stop()).toEqual({ code: 0, signal: null })
  await using renewed = await start()
  expect(await serves(renewed)).toEqual([200, '90.2.0', '90.2.0'])
  expect(copies()).toHaveLength(1)
  expect(copies()).not.toContain(copyOfOld)
  expect(await renewed.stop()).toEqual({ code: 0, signal: null })
})
