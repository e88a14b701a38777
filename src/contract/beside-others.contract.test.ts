import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVERS_OF_EACH_TOOL } from '../testing/keyed-servers.ts'
import type { Tool } from '../kernel/assistants/server-definition.ts'
import { type Arguments, askTool } from '../testing/ask-tool.ts'
import { callProtocol } from '../testing/call-protocol.ts'
import { type Attempt, FuzzedService, type SampleRequest } from '../testing/fuzzed-service.ts'
import { oddFields } from '../testing/odd-values.ts'
import { hasBody, hasJsonBody, parametersOf, type Route, ROUTES } from '../testing/routes.ts'
import { SAMPLE_ARGUMENTS } from '../testing/sample-calls.ts'
import { SampleOrganization } from '../testing/sample-organization.ts'
import { queryText } from '../testing/valid-requests.ts'
import { page, WebSite } from '../testing/web-site.ts'

/** Refusals, as operation, path and code, that an input gets only where the rest of it is valid. */
const OF_WHOLE_INPUTS: ReadonlySet<string> = new Set([
  // A guess at a password is counted, and the password that is wanted may depend on what a link opens.
  'auth.changePassword currentPassword wrong_password',
  'auth.acceptInvitation password too_small',
  // The page is fetched first.
  ...['dns_failed', 'blocked_address', 'port_refused', 'userinfo_refused'].map(
    (code) => `tools.aiScore url ${code}`,
  ),
])

let service: FuzzedService
let web: WebSite

beforeAll(async () => {
  service = await FuzzedService.start()
  web = await WebSite.start({ '/': page('Home') })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

function requestOf(route: Route, sample: SampleRequest, fields: Arguments): Attempt {
  if (!hasBody(route)) {
    return { what: '', path: `${sample.path}${queryText(route, { ...sample.query, ...fields })}` }
  }
  const path = `${sample.path}${queryText(route, sample.query)}`
  return { what: '', path, body: JSON.stringify({ ...sample.body, ...fields }) }
}

const routes = ROUTES.filter((route) => !hasBody(route) || hasJsonBody(route))

it.each(routes.map((route) => [route.name, route] as const))(
  '%s refuses a field beside an unknown one as it does alone',
  async (_, route) => {
    const caller = await service.caller(route)
    let sample: SampleRequest | undefined
    const refusedFor = async (fields: Arguments): Promise<string[]> => {
      const attempt = async () => {
        // A read leaves its sample in place, so the next call uses the same sample.
        sample = (route.effect === 'read' && sample) || (await caller.sample())
        return caller.send(requestOf(route, sample, fields))
      }
      let answer = await attempt()
      if (answer.status === 401 || answer.status === 429) {
        await caller.renew()
        answer = await attempt()
      }
      if (answer.status !== 422) return []
      const { error } = answer.body as { error: { fields: { path: string; code: string }[] } }
      return error.fields.map(({ path, code }) => `${path} ${code}`)
    }
    const inAddress = new Set([...parametersOf(route), 'ifMatch'])
    for (const { name, value } of oddFields(route)) {
      if (inAddress.has(name)) continue
      const alone = (await refusedFor({ [name]: value })).filter(
        (one) => !OF_WHOLE_INPUTS.has(`${route.name} ${one}`),
      )
      if (alone.length === 0) continue
      const beside = await refusedFor({ [name]: value, zz: 'x' })
      expect({ name, value, beside }).toEqual({
        name,
        value,
        beside: expect.arrayContaining([...alone, 'zz unknown_field']),
      })
    }
  },
)

const tools = SERVERS_OF_EACH_TOOL.flatMap(({ name: server, tools: own }) =>
  own.map((tool) => [`${tool.name} of ${server}`, server, tool] as const),
)

it.each(tools)('the tool %s does so too', async (_, server, tool: Tool) => {
  const { app } = service
  const org = await app.org('enterprise')
  const home = await SampleOrganization.of(app, org, web)
  const key = await app.key(org)
  const refusedFor = async (args: Arguments): Promise<string[]> => {
    const sample = await SAMPLE_ARGUMENTS[tool.name]?.(home, '')
    const all = { ...sample, ...args }
    app.clock.advance({ seconds: 1 })
    const { isError, text } =
      server === 'protocol'
        ? await callProtocol(app, tool.name, all)
        : await askTool(app, server, tool.name, key, all)
    if (!isError || !text.includes('VALIDATION_FAILED')) return []
    // The first line has the code; what is legal may depend on the other arguments.
    const [, ...lines] = text.split('\n')
    return lines.flatMap((line) => /^([\w.[\]]+): /.exec(line)?.[1] ?? [])
  }
  for (const { name, value } of oddFields(tool.face)) {
    const alone = await refusedFor({ [name]: value })
    if (alone.length === 0) continue
    const beside = await refusedFor({ [name]: value, zz: 'x' })
    expect({ name, value, beside }).toEqual({
      name,
      value,
      beside: expect.arrayContaining([...alone, 'zz']),
    })
  }
})
