import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineOperation } from '../kernel/door/operation.ts'
import { addressOf, SURFACES, type Surface } from '../kernel/door/surface.ts'
import { openApiDocument } from '../http/openapi.ts'
import { OPERATIONS } from '../server/operations.ts'
import type { SecondDoor } from '../testing/second-door.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { openTrialDoor } from '../testing/trial-door.ts'

/** True for a surface that looks at no credential. */
const isOpen = (surface: Surface): boolean => SURFACES[surface].credentials.length === 0

const echo = (surface: Surface) =>
  defineOperation({
    name: `trial.${surface}`,
    summary: 'Says on which surface it is',
    effect: 'read',
    // A surface that takes no credential can have no operation that needs one.
    access: isOpen(surface) ? { by: 'public' } : { by: 'scope', anyOf: ['sites:read'] },
    http: { surface, method: 'get', path: `/trial-of-${surface}` },
    input: z.strictObject({}),
    output: z.object({ surface: z.string() }),
    handler: async () => ({ surface }),
  })

// The surface at the root has each of its addresses by name.
const surfaces = (Object.keys(SURFACES) as Surface[]).filter((one) => one !== 'oauth')
const trials = surfaces.map(echo)

let app: TestApp
let door: SecondDoor
let tokens: { key: string; session: string }

beforeAll(async () => {
  app = await TestApp.start()
  const org = await app.org()
  tokens = { key: await app.key(org), session: await app.session(org) }
  door = await openTrialDoor(app.app, trials)
})

afterAll(async () => {
  await door[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function get(path: string, token: string) {
  const response = await fetch(door.url + path, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data, error } = (await response.json()) as { data: unknown; error: { code: string } }
  return { status: response.status, data, code: error?.code }
}

describe.each(surfaces)('the surface %s', (surface) => {
  it('serves its operations below its own address, and nowhere else', async () => {
    for (const other of surfaces) {
      const address = addressOf({ surface: other, path: `/trial-of-${surface}` })
      const { status, data } = await get(address, tokens.key)
      const isOwn = other === surface
      expect([address, status]).toEqual([address, isOwn ? 200 : 404])
      expect(data).toEqual(isOwn ? { surface } : {})
    }
    expect((await get(`/trial-of-${surface}`, tokens.key)).status).toBe(404)
  })

  it.each(['key', 'session'] as const)('takes a %s where its entry says so', async (family) => {
    const address = addressOf({ surface, path: `/trial-of-${surface}` })
    const { status, code } = await get(address, tokens[family])
    const isTaken =
      isOpen(surface) || SURFACES[surface].credentials.some((taken) => taken === family)
    expect([status, code]).toEqual(isTaken ? [200, undefined] : [401, 'INVALID_CREDENTIAL'])
  })

  it('is described by itself', () => {
    const { servers, paths } = openApiDocument([...OPERATIONS, ...trials], '1.0.0', surface)
    expect(servers).toEqual([{ url: SURFACES[surface].base }])
    expect(Object.keys(paths).filter((path) => path.startsWith('/trial'))).toEqual([
      `/trial-of-${surface}`,
    ])
  })
})

it('a surface at the root has no addresses but those that it names', () => {
  const declared = OPERATIONS.flatMap(({ http }) => (http?.surface === 'oauth' ? [http.path] : []))
  expect(new Set(declared)).toEqual(new Set(SURFACES.oauth.paths))
})

it('the address of a surface is written once', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = ['src', 'tools', 'db']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(top, file),
      ),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !file.startsWith(join('src', 'testing')))
    // The script runs in pages of others, and imports nothing of the service.
    .filter((file) => !file.startsWith(join('src', 'widget')))
  const naming = sources.filter((file) =>
    readFileSync(join(root, file), 'utf8').includes(SURFACES.api.base),
  )
  expect(naming).toHaveLength(1)
})
