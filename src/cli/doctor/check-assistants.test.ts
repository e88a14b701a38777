import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DataFolder } from '../../testing/data-folder.ts'
import type { ServerChild } from '../../testing/server-child.ts'
import { checkAssistants } from './check-assistants.ts'

type Fault = (asked: IncomingMessage, response: ServerResponse) => boolean

/** The fault of a proxy before the server: the requests that the proxy answers by itself. */
let fault: Fault = () => false
/** The headers that the proxy takes away from requests (`asked`) and from answers (`answered`). */
let dropped: { asked?: string; answered?: string } = {}

const data = new DataFolder()
const proxy = createServer((asked, response) => {
  if (fault(asked, response)) return
  const { pathname, search } = new URL(asked.url ?? '', 'http://proxy')
  const headers = { ...asked.headers }
  if (dropped.asked !== undefined) delete headers[dropped.asked]
  const passed = request(server.url + pathname + search, { method: asked.method, headers })
  passed.on('response', (answer) => {
    const told = { ...answer.headers }
    if (dropped.answered !== undefined) delete told[dropped.answered]
    response.writeHead(answer.statusCode ?? 502, told)
    answer.pipe(response)
  })
  asked.pipe(passed)
})
let server: ServerChild
let origin: string

beforeAll(async () => {
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  // @NOTE a server that listens on a port has an address of this form.
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  await data.setUp()
  server = await data.serve({ environment: { PUBLIC_URL: origin } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  proxy.closeAllConnections()
  proxy.close()
  data[Symbol.dispose]()
})

const statusOf =
  (status: number, isMeant: (asked: IncomingMessage) => boolean): Fault =>
  (asked, response) => {
    if (!isMeant(asked)) return false
    response.writeHead(status, { location: 'https://elsewhere.example/' }).end()
    return true
  }
const isMcp = ({ url }: IncomingMessage) => url === '/mcp'

it.each<[string, { fault?: Fault; dropped?: typeof dropped }, RegExp]>([
  ['passes everything on', {}, /^ok .* find their way to sign in$|^ok Assistants/],
  ['leads /mcp elsewhere', { fault: statusOf(308, isMcp) }, /^problem .* is answered 308/],
  ['refuses /mcp', { fault: statusOf(403, isMcp) }, /^problem .* is answered 403/],
  [
    'has no metadata',
    { fault: statusOf(404, ({ url = '' }) => url.startsWith('/.well-known/oauth-prot')) },
    /^problem .* answers 404, and no metadata/,
  ],
  ['drops the challenge', { dropped: { answered: 'www-authenticate' } }, /^problem .*WWW-Auth/],
  ['drops the token', { dropped: { asked: 'authorization' } }, /^problem .*header Authorization/],
  [
    'answers preflights',
    { fault: statusOf(405, ({ method }) => method === 'OPTIONS') },
    /^warning .*cannot read \/token/,
  ],
  [
    'drops headers for pages',
    { dropped: { answered: 'access-control-allow-origin' } },
    /^warning .*cannot read \/\.well-known/,
  ],
])('a proxy that %s is told', async (_, wrong, told) => {
  fault = wrong.fault ?? (() => false)
  dropped = wrong.dropped ?? {}
  const [found] = await checkAssistants(origin)
  expect(`${found?.status} ${found?.says}`).toMatch(told)
  expect(found?.advice === undefined).toBe(found?.status === 'ok')
})

it('an address that is not the one of the server is told', async () => {
  fault = () => false
  dropped = {}
  const other = origin.replace('127.0.0.1', 'localhost')
  const [found] = await checkAssistants(other)
  expect(found?.status).toBe('problem')
  expect(found?.says).toContain('says resource')
})
