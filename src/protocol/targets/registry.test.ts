import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readLinkTemplate } from './link-template.ts'
import { findTarget, mayBeSent, TARGET_REGISTRY, workingLink } from './registry.ts'

const read = (path: string): object =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as object

const isRegistry = new Ajv2020({ strict: true }).compile(read('../spec/schemas/1.0/targets.json'))

/** The ids that were in use at 1.0: each must remain or be retired, and none may come back as another target. */
const FIRST_IDS =
  'chatgpt claude perplexity google-ai-mode gemini copilot grok mistral duck-ai kagi you brave t3-chat scira github-copilot cursor ai-studio v0 deepseek meta-ai huggingchat phind pi poe'.split(
    ' ',
  )

const { targets, retired = [], defaults = [], appSchemes } = TARGET_REGISTRY
const ids = targets.map(({ id }) => id)

describe('the registry of targets', () => {
  it('holds to its schema', () => {
    isRegistry(read('../data/targets.json'))
    expect(isRegistry.errors).toBeNull()
  })

  it('keeps every id, and uses none again', () => {
    const all = [...ids, ...retired]
    expect(new Set(all).size).toBe(all.length)
    expect(FIRST_IDS.filter((id) => !all.includes(id))).toEqual([])
    const named = [...defaults, ...targets.flatMap(({ substitute = [] }) => substitute)]
    expect(named.filter((id) => findTarget(id) === undefined)).toEqual([])
  })

  it.each(targets)(
    'has readable addresses, and copy last, for $id',
    ({ methods, aliases = [] }) => {
      expect(methods.map(({ type }) => type).indexOf('copy')).toBe(methods.length - 1)
      const templates = methods.flatMap((method) =>
        method.type === 'copy' ? [] : [method.template],
      )
      for (const template of [...templates, ...aliases]) {
        expect(readLinkTemplate(template, appSchemes)).toBeDefined()
      }
    },
  )

  it('has each address once', () => {
    const templates = targets.flatMap(({ methods, aliases = [] }) => [
      ...methods.flatMap((method) => (method.type === 'copy' ? [] : [method.template])),
      ...aliases,
    ])
    expect(new Set(templates).size).toBe(templates.length)
  })

  it('says of the targets what is known of them', () => {
    const gemini = findTarget('gemini')
    expect(gemini && workingLink(gemini)).toBeUndefined()
    expect(gemini?.substitute).toBe('google-ai-mode')
    expect(findTarget('copilot')?.methods[0]).toHaveProperty('status', 'broken')
    expect(findTarget('chatgpt')?.methods[0]).toMatchObject({
      submits: 'unknown',
      mobile: 'ignored',
    })
    expect(findTarget('claude')?.methods[1]).toMatchObject({ type: 'app', maxUrlLength: 12_000 })
    expect(TARGET_REGISTRY.maxUrlLength).toBe(2_000)
  })

  it('presents unknown like always', () => {
    expect(mayBeSent({ submits: 'unknown' })).toBe(mayBeSent({ submits: 'always' }))
    expect(mayBeSent({ submits: 'never' })).toBe(false)
  })

  it.each([
    'http://a.example/?q={prompt}',
    'https://a.example/?q={prompt}&p={prompt}',
    'https://a.example/?q=x{prompt}',
    'https://a.example/?q={prompt}%20and',
    'https://a.example/{prompt}',
    'https://a.example/#q={prompt}',
    'https://u:p@a.example/?q={prompt}',
    'https://a.example/?q={prompt}&x={y}',
    'javascript:x?q={prompt}',
    'evil://a/?q={prompt}',
    'https://a.example/?q=',
    '',
    `https://a.example/?${'x'.repeat(3_000)}&q={prompt}`,
  ])('does not read the template %s', (template) => {
    expect(readLinkTemplate(template, appSchemes)).toBeUndefined()
  })
})
