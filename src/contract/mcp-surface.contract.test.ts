import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Access } from '../kernel/door/access.ts'
import { ALL_SCOPES, GRANTABLE_SCOPES, type GrantableScope } from '../kernel/door/scopes.ts'
import type { ServerDefinition } from '../kernel/assistants/server-definition.ts'
import { OPERATIONS } from '../server/operations.ts'
import { askMcp } from '../testing/ask-mcp.ts'
import { grants } from '../testing/expected-access.ts'
import { KEYED_SERVERS } from '../testing/keyed-servers.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { foundOf, makeTwin, type Twin } from '../testing/twin-organizations.ts'

let app: TestApp
let a: Twin
let b: Twin
const keys = new Map<GrantableScope, string>()

beforeAll(async () => {
  app = await TestApp.start()
  a = await makeTwin(app, 'alder')
  b = await makeTwin(app, 'birch')
  for (const scope of GRANTABLE_SCOPES) keys.set(scope, await app.key(a.org, [scope]))
})

beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

const isReached = (scope: GrantableScope, access: Access): boolean =>
  access.by === 'scope' && access.anyOf.some((needed) => grants([scope], needed))

/** Everything that a server has besides tools, with all that has to be reached for it. */
function partsOf(server: ServerDefinition) {
  const { resources, resourceTemplates, prompts, tools } = server
  const accessOf = (name: string): Access[] =>
    tools.filter((tool) => tool.name === name).map(({ face }) => face.access)
  const path = `${a.word}-one`
  return [
    ...resources.map(({ uri, access }) => ({
      name: uri,
      accesses: [access],
      method: 'resources/read',
      params: { uri },
    })),
    ...resourceTemplates.map(({ uri, operation }) => ({
      name: uri.text,
      accesses: [operation.access],
      method: 'resources/read',
      params: { uri: uri.expand({ site: a.domain, path }) },
    })),
    ...prompts.map(({ name, operation, uses }) => ({
      name,
      accesses: [operation.access, ...uses.flatMap(accessOf)],
      method: 'prompts/get',
      params: { name, arguments: { site: a.domain } },
    })),
  ]
}

describe.each(KEYED_SERVERS)('resources and prompts of $name', (server) => {
  const ask = (key: string | undefined, method: string, params = {}) =>
    askMcp(app, { server: server.name, key: key ?? '' }, method, params)

  it('stand on operations of the registry, and on scopes that read', () => {
    const { resources, resourceTemplates, prompts, completions, bindSite } = server
    const operations = [
      ...resourceTemplates.flatMap(({ operation, instances }) => [operation, instances]),
      ...prompts.map(({ operation }) => operation),
      ...Object.values(completions),
      bindSite,
    ].filter((operation) => operation !== undefined)
    expect(operations.length).toBeGreaterThan(5)
    for (const operation of operations) expect(OPERATIONS).toContain(operation)
    const accesses = [...resources, ...operations].map(({ access }) => access)
    const scopes = accesses.flatMap((access) => (access.by === 'scope' ? access.anyOf : ['none']))
    expect(ALL_SCOPES).toEqual(expect.arrayContaining(scopes))
    expect(scopes.filter((scope) => !scope.endsWith(':read'))).toEqual([])
  })

  it('each scope alone lists what it reaches', async () => {
    for (const [scope, key] of keys) {
      const { result: listed } = await ask(key, 'resources/list')
      const { result: templates } = await ask(key, 'resources/templates/list')
      const { result: prompts } = await ask(key, 'prompts/list')
      const shown = [
        ...listed.resources.map(({ uri }) => uri).filter((uri) => !uri.includes('/sites/')),
        ...templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        ...prompts.prompts.map(({ name }) => name),
      ]
      const wanted = partsOf(server)
        .filter(({ accesses }) => accesses.every((access) => isReached(scope, access)))
        .map(({ name }) => name)
      expect([scope, shown]).toEqual([scope, wanted])
      const [site] = server.resourceTemplates
      const sites = isReached(scope, site!.operation.access) ? 2 : 0
      const found = listed.resources.filter(({ uri }) => uri.includes('/sites/'))
      expect([scope, found.length]).toEqual([scope, sites])
    }
  })

  it('each scope alone reads what it reaches, and is told the scope of all else', async () => {
    for (const part of partsOf(server)) {
      for (const [scope, key] of keys) {
        const { error, result } = await ask(key, part.method, part.params)
        const refused = part.accesses.find((access) => !isReached(scope, access))
        expect([part.name, scope, error?.data?.['code']]).toEqual([
          part.name,
          scope,
          refused && 'INSUFFICIENT_SCOPE',
        ])
        expect(result === undefined).toBe(refused !== undefined)
        const needed = refused?.by === 'scope' ? refused.anyOf : []
        for (const name of needed) expect(error?.message).toContain(name)
      }
    }
  })

  it('each scope alone completes from what it reaches', async () => {
    const ref = { type: 'ref/resource', uri: 'citable://sites/{site}' }
    for (const [scope, key] of keys) {
      const { result, error } = await ask(key, 'completion/complete', {
        ref,
        argument: { name: 'site', value: '' },
      })
      const [site] = server.resourceTemplates
      const wanted = isReached(scope, site!.operation.access) ? 2 : undefined
      expect([scope, result?.completion.values.length, error?.code]).toEqual([
        scope,
        wanted,
        wanted === undefined ? -32_602 : undefined,
      ])
    }
  })

  it('are nothing without a credential', async () => {
    for (const method of ['resources/list', 'prompts/list', 'completion/complete']) {
      const { status, error } = await ask(undefined, method)
      expect([method, status, error?.data?.['code']]).toEqual([method, 401, 'INVALID_CREDENTIAL'])
    }
  })

  it('show another organization’s as what is not there', async () => {
    const none = (text: string): string => text.replaceAll(a.domain, 'nobody.example')
    for (const { method, params } of partsOf(server)) {
      const foreign = await ask(b.key, method, params)
      expect(foundOf(a, { ...foreign, error: { ...foreign.error, data: {} } })).toEqual([])
      if (!JSON.stringify(params).includes(a.domain)) continue
      const unknown = await ask(b.key, method, JSON.parse(none(JSON.stringify(params))) as object)
      const told = ({ status, error }: typeof foreign) => [status, error?.code, error?.message]
      expect(told(foreign)).toEqual(told(unknown))
      expect(foreign.error).toBeDefined()
    }
    for (const method of ['resources/list', 'resources/templates/list', 'prompts/list']) {
      expect([method, foundOf(a, await ask(b.key, method))]).toEqual([method, []])
    }
    const completed = await ask(b.key, 'completion/complete', {
      ref: { type: 'ref/resource', uri: 'citable://sites/{site}' },
      argument: { name: 'site', value: 'a' },
    })
    expect(foundOf(a, completed)).toEqual([])
  })
})
