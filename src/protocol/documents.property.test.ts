import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askDigest,
  buildLink,
  compilePolicy,
  evaluateLayers,
  evaluatePolicy,
  exportPolicy,
  findTarget,
  manifestPages,
  readAsk,
  readManifest,
  readPolicy,
  readRegistry,
  renderAsk,
  TARGET_REGISTRY,
  verifyLink,
} from './index.ts'

const RUNS = { numRuns: 200 }

const PAGE = { url: 'https://example.com/a', title: 'Tea', site: 'Example' }
const ASK = {
  id: 'a',
  intent: 'ask',
  template: 'T {title} {x}',
  variables: { x: { default: 'd' } },
}
const POLICY = { rules: [{ path: ['/'], targets: ['*'], allow: ['answer'], deny: [] }] }
const LINK = 'https://chatgpt.com/?q=T%0A%0ASource%3A%20https%3A%2F%2Fexample.com%2Fa&hints=search'

const cyclic: Record<string, unknown> = { id: 'a', intent: 'ask', template: 'T' }
Object.assign(cyclic, {
  rules: [cyclic],
  targets: [cyclic, cyclic],
  sources: [cyclic],
  more: cyclic,
})
const list: unknown[] = []
list.push(list, list, list, list, list, list, list, list)
const long = 'x'.repeat(10_000_000)

const odd = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
  fc.constantFrom<unknown>(cyclic, list, long, Number.NaN, undefined, null, '\ud800'),
)

/** Makes a document that is right except for some of its members. */
const bent = (document: Readonly<Record<string, unknown>>) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(document)), odd, odd)
    .map(([name, value, other]) => ({ ...document, [name]: value, more: other }))

const documents = fc.oneof(
  odd,
  bent(ASK),
  bent(POLICY),
  bent(PAGE),
  bent({ ...POLICY.rules[0] }).map((rule) => ({ rules: [rule] })),
  bent({ default: 'd', maxLength: 9, label: 'l' }).map((x) => ({ ...ASK, variables: { x } })),
  bent({ ...TARGET_REGISTRY }),
  bent({ ...TARGET_REGISTRY.targets[0] }).map((one) => ({ ...TARGET_REGISTRY, targets: [one] })),
)

const MEMBERS = ['ask', 'target', 'page', 'inputs', 'policy', 'registry', 'signals', 'textUrl']

// @NOTE what callers without types do.
const as = (value: unknown) => value as never

describe('any document that nobody read', () => {
  it('is read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (value) => {
        for (const read of [readAsk, readPolicy, readManifest, readRegistry]) {
          const { ok } = read(value)
          expect([true, false]).toContain(ok)
        }
        expect(await askDigest(as(value))).toMatch(/^(?:sha-256=:.{44}:)?$/)
        const pages = manifestPages(as(value), { url: PAGE.url })
        expect(pages.next().done).toBe(true)
      }),
      RUNS,
    )
  })

  it('is rendered or refused', () => {
    fc.assert(
      fc.property(documents, documents, (ask, value) => {
        const page = PAGE
        const rendered = [
          renderAsk(as(ask), as(value)),
          renderAsk(as(ask), { page }),
          renderAsk(as(ASK), { page: as(value) }),
          renderAsk(as(ASK), { page, inputs: as(value) }),
          renderAsk(as(ASK), { page, inputs: { x: as(value) } }),
          renderAsk(as(ASK), { page, textUrl: as(value), excerptLimit: as(value) }),
        ]
        for (const { ok } of rendered) expect([true, false]).toContain(ok)
      }),
      RUNS,
    )
  })

  it('never allows as a policy', () => {
    fc.assert(
      fc.property(odd, documents, (policy, value) => {
        const { ok } = readPolicy(policy)
        const question = { target: 'chatgpt', use: 'quote', url: PAGE.url }
        const found = evaluatePolicy(compilePolicy(as(policy)), question)
        expect(found.decision).toBe(ok ? 'unknown' : 'deny')
        expect(evaluatePolicy(as(value), question).decision).toBe('deny')
        expect(evaluateLayers(as(value), question).decision).toBe('deny')
        const signals = { robotsTxt: value, askPolicy: value, tdmReservation: value, tdmRep: value }
        const layers = { ...question, agents: as(value), signals: as(signals) }
        expect(evaluateLayers(compilePolicy({ rules: [] }), layers).decision).toBe('unknown')
        expect(exportPolicy(as(policy)).contentUsage).toEqual([])
      }),
      RUNS,
    )
  })

  it('is linked or refused', () => {
    fc.assert(
      fc.property(documents, (value) => {
        const question = { ask: as(ASK), target: 'chatgpt', page: PAGE }
        expect(buildLink(question).kind).toBe('link')
        for (const name of MEMBERS) {
          const { kind } = buildLink(as({ ...question, [name]: value }))
          expect(['link', 'copy', 'refused']).toContain(kind)
        }
        expect(buildLink(as(value))).toHaveProperty('kind', 'refused')
        expect(findTarget(as(value), as(value))).toBeUndefined()
      }),
      RUNS,
    )
  })

  it('verifies nothing', () => {
    fc.assert(
      fc.property(documents, (value) => {
        const questions = [
          value,
          { href: value },
          { href: LINK, registry: value },
          { href: LINK, signals: value },
          { href: LINK, manifest: value },
          { href: LINK, manifest: { origin: value, document: value } },
          { href: LINK, manifest: { origin: 'https://example.com', document: value } },
          {
            href: LINK,
            manifest: {
              origin: 'https://example.com',
              document: { prompts: [value], policy: value },
            },
          },
        ]
        for (const question of questions) {
          expect(['unpublished', 'unrecognised']).toContain(verifyLink(as(question)).status)
        }
      }),
      RUNS,
    )
  })
})
