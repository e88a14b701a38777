import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { askDigest } from './ask-digest.ts'
import { cleanText } from './clean-text.ts'
import { readAsk } from './read-ask.ts'
import { renderAsk, type RenderOptions } from './render-ask.ts'

interface Vector {
  readonly id: string
  readonly expect: Readonly<Record<string, unknown>>
}

const vectorsOf = <T extends Vector>(set: string): T[] =>
  (
    JSON.parse(readFileSync(new URL(`../spec/vectors/${set}.json`, import.meta.url), 'utf8')) as {
      vectors: T[]
    }
  ).vectors

const askOf = (document: unknown) => {
  const read = readAsk(document)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.value
}

describe('the clean vectors', () => {
  it.each(vectorsOf<Vector & { raw: string }>('clean'))('are cleaned in $id', (vector) => {
    expect({ clean: cleanText(vector.raw) }).toEqual(vector.expect)
  })
})

describe('the render vectors', () => {
  it.each(vectorsOf<Vector & RenderOptions & { ask: unknown }>('render'))(
    'give this text or error in $id',
    (vector) => {
      // @NOTE what is rendered without being read first must not throw either.
      const ask = vector.ask as ReturnType<typeof askOf>
      const rendered = renderAsk(ask, vector)
      expect(rendered.ok ? { prompt: rendered.prompt } : { error: rendered.error }).toEqual(
        vector.expect,
      )
    },
  )
})

describe('the ask vectors', () => {
  it.each(vectorsOf<Vector & { ask: unknown }>('ask'))('are read in $id', (vector) => {
    const read = readAsk(vector.ask)
    expect(
      read.ok
        ? { ok: true }
        : { ok: false, problems: read.problems.map(({ path, code }) => ({ path, code })) },
    ).toEqual(vector.expect)
  })
})

describe('the digest vectors', () => {
  it.each(vectorsOf<Vector & { ask: unknown }>('digest'))(
    'have this digest in $id',
    async (vector) => {
      expect({ digest: await askDigest(askOf(vector.ask)) }).toEqual(vector.expect)
    },
  )
})
