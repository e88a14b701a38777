import type { Router } from 'express'
import * as z from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MCP_SERVERS } from '../../tools/index.ts'
import { defineOperation } from '../kernel/door/operation.ts'
import { ERROR_STATUS } from '../kernel/door/errors.ts'
import { ALL_SCOPES } from '../kernel/door/scopes.ts'
import { HEALTH_ROUTES } from '../http/health.ts'
import { restApp } from '../http/rest.ts'
import { routesOf } from '../http/routes.ts'
import { APP_PATH } from '../kernel/ports/app-files.ts'
import { staticPaths } from '../http/static-metadata.ts'
import { PINNED_WIDGET } from '../http/static-metadata.ts'
import { protectedAddresses } from '../kernel/assistants/server-definition.ts'
import { addressOf } from '../kernel/door/surface.ts'
import { OPERATIONS } from '../server/operations.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { httpServicesOf } from '../testing/trial-door.ts'

const protectedResources = MCP_SERVERS.flatMap(protectedAddresses)
const STATIC_PATHS = staticPaths(protectedResources)

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

// Callers without a credential share the bucket of one address; each test has the minute to itself.
beforeEach(() => app.clock.advance({ minutes: 2 }))

afterAll(() => app[Symbol.asyncDispose]())

/** Method and path of every route of a router, and of the routers in it; `all` where it takes every method. */
function registered({ stack }: Pick<Router, 'stack'>): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (!route) return 'stack' in handle ? registered(handle as unknown as Router) : []
    const methods = route.stack.map(({ method }) => method as string | undefined)
    return methods.map((method = 'all') => `${method} ${route.path}`)
  })
}

function typeOf(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript'
  if (path.endsWith('.css')) return 'text/css'
  if (path.endsWith('.txt')) return 'text/plain'
  if (path.endsWith('.md')) return 'text/markdown'
  return /^\/$|^\/app\/$|^\/docs|^\/protocol\/1\.0(?:\/spec)?$/.test(path)
    ? 'text/html'
    : 'application/json'
}

describe('default deny', () => {
  it('lets no operation compile without its access', () => {
    const rest = {
      name: 'test.open',
      summary: 'An operation that forgot to say who may call it',
      effect: 'read',
      input: z.strictObject({}),
      output: z.object({}),
      handler: async () => ({}),
    } as const
    // @ts-expect-error access is missing
    const forgotten = defineOperation(rest)
    expect(forgotten.access).toBeUndefined()
  })

  it('gives every operation one of the kinds of access, and known scopes', () => {
    for (const { access } of OPERATIONS) {
      expect(['public', 'member', 'scope', 'session', 'link']).toContain(access.by)
      const scopes = 'anyOf' in access ? access.anyOf : []
      expect(ALL_SCOPES).toEqual(expect.arrayContaining([...scopes]))
    }
  })
})

describe('reachable routes', () => {
  it('every reachable route is an operation or a static fact', () => {
    const http = { ...httpServicesOf(app.app), servers: MCP_SERVERS, protectedResources }
    const routes = routesOf(OPERATIONS, http)
    const { router } = restApp(OPERATIONS, routes, http)
    const declared = OPERATIONS.flatMap((one) => (one.http ? [one.http] : []))
    expect(
      routes
        .flatMap(({ address, methods }) => methods.map((one) => `${one} ${address}`))
        .toSorted(),
    ).toEqual(declared.map((one) => `${one.method.toUpperCase()} ${addressOf(one)}`).toSorted())
    const metadata = STATIC_PATHS.filter((path) => path.startsWith('/.well-known/oauth-'))
    const wanted = [
      // Browsers ask before they read these.
      ...metadata.map((path) => `options ${path}`),
      `get ${PINNED_WIDGET}`,
      ...STATIC_PATHS.filter((path) => ![...HEALTH_ROUTES, APP_PATH].includes(path)).map(
        (path) => `get ${path}`,
      ),
      ...routes.flatMap(({ address, isBeacon }) => (isBeacon ? [] : [`all ${address}`])),
    ]
    expect(registered(router).toSorted()).toEqual(wanted.toSorted())
  })

  it.each([
    '/admin',
    '/metrics',
    '/debug',
    '/api',
    '/api/v1',
    '/api/v1/users',
    '/api/v1/sites/x/y/z',
    '/api/v2/sites',
    '/data/v1/segments',
    '/mcp/',
    '/mcp/other',
    '/mcp/publisher/x',
    '/s/example.com/mcp/data',
    '/.env',
    '/docs/openapi.json',
  ])('%s is no reachable route', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const response = await fetch(`${app.url}${path}`, { method })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    }
  })

  it.each(STATIC_PATHS)('%s answers everybody', async (path) => {
    const response = await fetch(`${app.url}${path}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain(typeOf(path))
    expect(await response.text()).not.toBe('')
  })

  it('/docs/errors says of each code what it means', async () => {
    const page = await (await fetch(`${app.url}/docs/errors`)).text()
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      expect(page).toContain(`<section id="${code}"><h2>${status} `)
    }
    expect(page).not.toContain('undefined')
  })
})
