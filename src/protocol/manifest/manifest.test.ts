import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import {
  askPolicyOfMeta,
  findManifest,
  manifestPages,
  readManifest,
  readPolicy,
  type ProtocolProblem,
} from '../index.ts'

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../spec/${path}`, import.meta.url), 'utf8'))

interface ManifestVector {
  readonly id: string
  readonly manifest?: unknown
  readonly text?: string
  readonly url?: string
  readonly now?: string
  readonly expect: {
    readonly ok: boolean
    readonly problems?: readonly { path: string; code: string }[]
    readonly next?: string
  }
}

const { vectors } = read('vectors/manifest.json') as { vectors: ManifestVector[] }
const places = (problems: readonly ProtocolProblem[]) =>
  problems.map(({ path, code }) => ({ path, code }))

const readVector = ({ manifest, text, url, now }: ManifestVector) =>
  readManifest(text ?? manifest, { url, now: now === undefined ? undefined : Date.parse(now) })

describe('readManifest', () => {
  it.each(vectors.map((vector) => [vector.id, vector] as const))('reads vector %s', (_, vector) => {
    const found = readVector(vector)
    const { next } = vector.expect
    expect(
      found.ok
        ? {
            ok: true,
            prompts: found.value.prompts.map(({ id }) => id),
            ignored: places(found.value.ignored),
            ...(next === undefined ? {} : { next: found.value.next }),
          }
        : { ok: false, problems: places(found.problems) },
    ).toEqual(vector.expect)
  })

  it('keeps out what the specification does not know', () => {
    const found = readManifest({ ...MINIMAL, _x: 1, other: 2 })
    expect(found).toEqual({ ok: true, value: { ...MINIMAL, prompts: [], ignored: [] } })
  })

  it('takes 512 KiB and refuses more before it is parsed', () => {
    const text = JSON.stringify(MINIMAL)
    expect(readManifest(text.padEnd(524_288)).ok).toBe(true)
    for (const long of [text.padEnd(524_289), `"${'é'.repeat(300_000)}`]) {
      const found = readManifest(long)
      expect(found.ok ? [] : places(found.problems)).toEqual([{ path: '', code: 'too_long' }])
    }
  })

  it('refuses values that are too deep, or hold themselves', () => {
    const itself: Record<string, unknown> = {}
    itself['a'] = itself
    itself['b'] = itself
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown
    for (const value of [itself, { ...MINIMAL, deep }]) {
      const found = readManifest(value)
      expect(found.ok ? [] : places(found.problems)).toEqual([{ path: '', code: 'too_deep' }])
    }
  })

  it.each([undefined, null, 1, true, [], 'x', '\ud800', () => 1])('refuses %j', (value) => {
    expect(readManifest(value).ok).toBe(false)
  })
})

const MINIMAL = { askAi: '1.0', site: { name: 'Example', url: 'https://example.com/' } }
const FIRST = 'https://example.com/.well-known/ask-ai.json'
const ask = (id: string) => ({ id, intent: 'ask', template: 'What is it?' })

describe('manifestPages', () => {
  /** Reads a manifest whose further pages a function makes, and counts the pages that were asked for. */
  function readAll(page: (number: number) => string | undefined) {
    const pages = manifestPages(page(1) ?? '', { url: FIRST })
    const asked: string[] = []
    let step = pages.next()
    while (step.done !== true) {
      asked.push(step.value)
      step = pages.next(page(asked.length + 1))
    }
    const { value } = step
    if (!value.ok) throw new Error('The first page is no manifest')
    return {
      asked,
      ids: value.value.prompts.map(({ id }) => id),
      codes: value.value.ignored.map(({ code }) => code),
    }
  }
  const page = (id: string, next?: string) =>
    JSON.stringify({ ...MINIMAL, prompts: [ask(id)], next })

  it('adds the prompts of further pages', () => {
    const texts = [page('a', '/2.json'), page('b', 'https://example.com/3.json'), page('c')]
    expect(readAll((number) => texts[number - 1])).toEqual({
      asked: ['https://example.com/2.json', 'https://example.com/3.json'],
      ids: ['a', 'b', 'c'],
      codes: [],
    })
  })

  it('follows twenty', () => {
    const { asked, ids, codes } = readAll((number) => page(`p${number}`, `/${number + 1}.json`))
    expect([asked.length, ids.length, codes]).toEqual([20, 21, ['too_many_pages']])
  })

  it.each([
    ['a page that leads back', page('b', FIRST), ['a', 'b'], ['repeated_page']],
    [
      'a page of another origin',
      page('b', 'https://other.example/'),
      ['a', 'b'],
      ['foreign_origin'],
    ],
    ['a page that cannot be had', undefined, ['a'], ['not_object']],
    ['a page that is no JSON', '<html>', ['a'], ['not_json']],
    ['an id that is repeated', page('a'), ['a'], ['duplicate_id']],
  ])('tells of %s', (_, second, ids, codes) => {
    const found = readAll((number) => (number === 1 ? page('a', '/2.json') : second))
    expect([found.ids, found.codes]).toEqual([ids, codes])
  })

  it('answers what is wrong with the first page', () => {
    expect(manifestPages('x', { url: FIRST }).next()).toMatchObject({
      done: true,
      value: { ok: false },
    })
  })
})

describe('findManifest', () => {
  const url = 'https://example.com/a/b'
  const links = [
    { rel: 'icon', href: '/i' },
    { rel: 'alternate Ask-AI', href: '/link.json' },
  ]

  it.each([
    ['</h.json>; rel="ask-ai"', 'link_header', '/h.json'],
    ['</x>; rel=next, <h.json#a>; type="a,b"; rel=ask-ai', 'link_header', '/a/h.json'],
    ['</h.json>; rel="me ASK-AI"', 'link_header', '/h.json'],
    ['</h.json>; rel="https://spec.example/rel/ask-ai"', 'link_header', '/h.json'],
    ['<https://other.example/h.json>; rel=ask-ai', 'link_element', '/link.json'],
    ['</h.json>; rel=next; rel=ask-ai', 'link_element', '/link.json'],
    ['</h.json', 'link_element', '/link.json'],
    ['<http://[>; rel=ask-ai', 'link_element', '/link.json'],
    ['</h>;'.repeat(2_000), 'link_element', '/link.json'],
  ])('reads %s (%#)', (linkHeader, by, path) => {
    expect(findManifest({ url, linkHeader, links })).toEqual({
      by,
      url: `https://example.com${path}`,
    })
  })

  it('falls back to the well-known address, and knows none of what is no page', () => {
    expect(findManifest({ url, links: [{ rel: 'ask-ai', href: '//other.example' }] })).toEqual({
      by: 'well_known',
      url: FIRST,
    })
    expect(findManifest({ url: 'about:blank' })).toBeUndefined()
  })

  it('reads the policy of a meta element', () => {
    const metas = [{ name: 'x' }, { name: 'Ask-Policy', content: 'answer=y' }]
    expect(askPolicyOfMeta(metas)).toBe('answer=y')
    expect(askPolicyOfMeta([...metas, { name: 'ask-policy', content: 'quote=n' }])).toBe(
      'answer=y, quote=n',
    )
    expect(askPolicyOfMeta([{ content: 'answer=y' }])).toBeUndefined()
  })
})

describe('the schemas', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
  for (const name of ['cited-ask', 'policy']) {
    ajv.addSchema(read(`schemas/1.0/${name}.json`) as object)
  }
  const isManifest = ajv.compile(read('schemas/1.0/manifest.json') as object)
  const isPolicy = ajv.getSchema('urn:ask-ai:1.0:policy')

  /**
   * The codes of problems that a schema cannot express: they depend on the clock, on other members, or on an address.
   */
  const BEYOND = new Set(['expired', 'foreign_origin', 'duplicate_id', 'too_deep'])
  // W05 is a day that no month has.
  const isBeyond = ({ id, expect: { problems = [] } }: ManifestVector) =>
    problems.every(({ code }) => BEYOND.has(code)) || id === 'W05'

  const given = vectors.filter(({ manifest }) => manifest !== undefined)

  it.each(given.filter(({ manifest, expect: { ok } }) => ok && !isLater(manifest)))(
    'take the manifest that is read in $id',
    ({ manifest }) => {
      expect([isManifest(manifest), isManifest.errors]).toEqual([true, null])
    },
  )

  it.each(given.filter((vector) => !vector.expect.ok && !isBeyond(vector)))(
    'refuse the manifest that is refused in $id',
    ({ manifest }) => {
      expect(isManifest(manifest)).toBe(false)
    },
  )

  const policies = read('vectors/policy.json') as {
    documents: Record<string, unknown>
    vectors: { id: string; read?: unknown }[]
  }
  const documents = [
    ...Object.values(policies.documents),
    ...policies.vectors.filter((one) => 'read' in one).map((one) => one.read),
    ...Object.values((read('vectors/layers.json') as { documents: object }).documents),
    ...(read('vectors/export.json') as { vectors: { policy: unknown }[] }).vectors.map(
      ({ policy }) => policy,
    ),
  ]

  it.each(documents.map((document) => [document]))('agree with readPolicy (%#)', (document) => {
    expect(isPolicy?.(document)).toBe(readPolicy(document).ok)
  })
})

const isLater = (manifest: unknown): boolean => (manifest as { askAi: unknown }).askAi !== '1.0'
