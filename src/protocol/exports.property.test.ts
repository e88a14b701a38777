import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as protocol from './index.ts'

/** A value that contains itself: parsed JSON never does, but a caller without types may give one. */
const cyclic: Record<string, unknown> = { id: 'a', intent: 'ask', template: 'T {title}', path: '/' }
Object.assign(cyclic, {
  rules: [cyclic],
  prompts: [cyclic],
  site: cyclic,
  page: cyclic,
  ask: cyclic,
})

const deep: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
const deepObject: unknown = JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`)
const named: unknown = JSON.parse(
  '{"__proto__":{"url":"https://x.example/"},"constructor":1,"toString":null,"length":-1,"then":2,"hasOwnProperty":0}',
)
const lone = '\ud800 \udc00'
const hostile = fc.constantFrom<unknown>(
  cyclic,
  deep,
  deepObject,
  named,
  lone,
  { [lone]: lone },
  '%',
  '%E0%A4%A',
  'https://chatgpt.com/?q=%ED%A0%80&hints=search',
  'http://[',
  '{{{',
  '\0',
  'x'.repeat(70_000),
  '*'.repeat(5_000),
  Array.from({ length: 20_000 }, () => '/'),
  Array.from({ length: 2_000 }, () => ({})),
  Object.create(null),
  Number.NaN,
  -0,
  1e308,
  true,
  null,
  undefined,
)

const NAMES =
  `ask askAi site url title name template variables default maxLength sources targets path prompts policy rules
  allow deny attribution maxExcerpt license page inputs href manifest origin document signals registry robotsTxt askPolicy
  tdmRep methods appSchemes maxUrlLength links linkHeader rel content language isTemplate names decision agents use target
  textUrl excerptLimit id intent digest next expires now`.split(/\s+/)

/** Values of JSON with the names of our documents, so that readers get beyond the first member. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    hostile,
    fc.jsonValue(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.webUrl(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 8 }),
  ),
})).value

const functions = Object.entries(protocol).flatMap(([name, value]) =>
  typeof value === 'function' ? [[name, value as (...given: unknown[]) => unknown] as const] : [],
)

/** Waits for a promise, or answers an iterator that asks for pages until it ends. */
async function settle(answer: unknown): Promise<void> {
  const answered = await answer
  if (typeof answered !== 'object' || answered === null) return
  if (!('next' in answered) || typeof answered.next !== 'function') return
  // @NOTE of all answers only the iterator of manifest pages has a method of this name.
  const pages = answered as Iterator<unknown, unknown, unknown>
  for (let asked = 0, step = pages.next(); step.done !== true; asked++) {
    expect(asked).toBeLessThan(30)
    step = pages.next('{}')
  }
}

describe('whatever a caller gives', () => {
  it.each(functions)('%s throws nothing', async (_, run) => {
    await fc.assert(
      fc.asyncProperty(fc.array(json, { maxLength: 3 }), async (given) => {
        await settle(run(...given))
      }),
      { numRuns: 300 },
    )
    expect(Object.hasOwn(Object.prototype, 'url')).toBe(false)
  })
})
