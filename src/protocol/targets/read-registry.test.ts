import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildLink } from '../links/build-link.ts'
import { verifyLink } from '../links/verify-link.ts'
import { readRegistry } from './read-registry.ts'
import { TARGET_REGISTRY } from './registry.ts'

interface Vector {
  readonly id: string
  readonly registry: unknown
  readonly expect: { readonly ok: boolean; readonly problems?: readonly { code: string }[] }
}

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

const { vectors } = read('../spec/vectors/targets.json') as { vectors: Vector[] }
const isRegistry = new Ajv2020({ strict: true }).compile(
  read('../spec/schemas/1.0/targets.json') as object,
)

/** The codes of problems that a schema cannot express. */
const BEYOND = new Set(['duplicate_id', 'retired_id', 'unknown_target', 'copy_not_last'])

describe('the target vectors', () => {
  it.each(vectors)('are read in $id', ({ registry, expect: expected }) => {
    const found = readRegistry(registry)
    expect(
      found.ok
        ? { ok: true }
        : { ok: false, problems: found.problems.map(({ path, code }) => ({ path, code })) },
    ).toEqual(expected)
  })

  it.each(vectors.filter((vector) => vector.expect.ok))('hold to the schema in $id', (vector) => {
    expect(isRegistry(vector.registry)).toBe(true)
  })

  it.each(
    vectors.filter(
      ({ id, expect: { problems = [] } }) =>
        // A schema cannot see from a template whether its scheme is listed.
        id !== 'T53' && problems.some(({ code }) => !BEYOND.has(code)),
    ),
  )('are refused by the schema in $id', ({ registry }) => {
    expect(isRegistry(registry)).toBe(false)
  })
})

describe('a registry', () => {
  it('is read whole', () => {
    expect(readRegistry(TARGET_REGISTRY)).toEqual({ ok: true, value: TARGET_REGISTRY })
  })

  it('of one’s own makes links and recognises them', () => {
    const own = vectors.find(({ id }) => id === 'T01')?.registry
    const found = readRegistry(own)
    const registry = found.ok ? found.value : undefined
    const ask = { id: 'x', intent: 'ask', template: 'What is it?' } as const
    const page = { url: 'https://example.com/', title: 'T', site: 'S' }
    const built = buildLink({ ask, target: 'a', page, registry })
    const href = built.kind === 'refused' ? '' : built.href
    expect(href).toMatch(/^https:\/\/a\.example\/\?q=What/)
    expect(verifyLink({ href, registry })).toMatchObject({ status: 'unpublished', target: 'a' })
    expect(verifyLink({ href }).status).toBe('unrecognised')
  })

  it('that cannot be read has no targets', () => {
    const registry = { ...TARGET_REGISTRY, maxUrlLength: 1 }
    const ask = { id: 'x', intent: 'ask', template: 'What is it?' } as const
    const page = { url: 'https://example.com/', title: 'T', site: 'S' }
    expect(buildLink({ ask, target: 'chatgpt', page, registry })).toEqual({
      kind: 'refused',
      reason: 'unknown_target',
    })
    expect(verifyLink({ href: 'https://chatgpt.com/?q=a', registry }).status).toBe('unrecognised')
  })
})
