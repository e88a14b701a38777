import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  askDigest,
  compilePolicy,
  evaluateLayers,
  readAsk,
  readManifest,
  readPolicy,
  renderAsk,
} from '../index.ts'
import { RULE_LIST } from '../lint/rules.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const SPEC = read('SPEC.md')

/** Returns the text of the specification between two headings. */
const section = (from: string, to: string): string =>
  SPEC.slice(SPEC.indexOf(`\n${from}`), SPEC.indexOf(`\n${to}`))

const fenced = (kind: string): string =>
  new RegExp(`\`\`\`${kind}\\n(.*?)\\n\`\`\``, 's').exec(SPEC)?.[1] ?? ''

/** Reads the code points of a list such as `U+0009 to U+000D, U+0020`. */
const codesIn = (text: string): number[] =>
  [...text.matchAll(/U\+([0-9A-F]{4,6})(?:\s+to\s+U\+([0-9A-F]{4,6}))?/g)].flatMap(
    ([, first = '', last = first]) => {
      const from = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, i) => from + i)
    },
  )

const codesOf = (pattern: RegExp): number[] =>
  Array.from({ length: 0x11_0000 }, (_, code) => code).filter((code) =>
    pattern.test(String.fromCodePoint(code)),
  )

describe('SPEC.md', () => {
  it('says its version and its license', () => {
    expect(SPEC).toMatch(/^# Ask AI Protocol 1\.0\n/)
    expect(SPEC).toContain('https://creativecommons.org/publicdomain/zero/1.0/')
  })

  it('lists the code points that Unicode has in the properties it names', () => {
    const words = section('## 1. Words', '## 2. ').split('\n- ')
    const spaces = words.find((item) => item.includes('White_Space')) ?? ''
    expect(codesIn(spaces)).toEqual(codesOf(/\p{White_Space}/u))
    const ignorable = words.find((item) => item.includes('**default-ignorable**')) ?? ''
    expect(codesIn(ignorable)).toEqual(codesOf(/\p{Default_Ignorable_Code_Point}/u))
  })

  it('has the rules of the linter with their levels and techniques', () => {
    const rows = [...section('## 8. Lint', '### 8.1').matchAll(/^\| `(AAP-.*)\|$/gm)]
    const found = rows.map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    expect(found.map(([id = '', level, , atlas]) => [id.replace('`', ''), level, atlas])).toEqual(
      RULE_LIST.map((rule) => [
        rule.id,
        rule.level,
        rule.atlas.map((one) => one.replace('AML.', '')).join(', '),
      ]),
    )
  })

  it('has an example that renders as it says, with the digest that it says', async () => {
    const manifest = JSON.parse(fenced('json')) as { policy: unknown; prompts: unknown[] }
    const ask = readAsk(manifest.prompts[0])
    const policy = readPolicy(manifest.policy)
    if (!ask.ok || !policy.ok) throw new Error('The example is wrong')
    const page = { url: 'https://example.com/post/1', title: 'Tea at noon', site: 'Example' }
    const question = { target: 'chatgpt', use: 'summarize', url: page.url }
    const { obligations } = evaluateLayers(compilePolicy(policy.value), question)
    const rendered = renderAsk(ask.value, { page, excerptLimit: obligations?.maxExcerpt })
    expect(rendered).toEqual({ ok: true, prompt: example() })
    expect(ask.value.digest).toBe(await askDigest(ask.value))
  })

  it('has a manifest that is read as it stands', () => {
    const url = 'https://example.com/.well-known/ask-ai.json'
    expect(readManifest(fenced('json'), { url })).toMatchObject({
      ok: true,
      value: { ignored: [] },
    })
  })

  it('is told in a changelog that names every set of vectors', () => {
    const changelog = read('CHANGELOG.md')
    const sets = readdirSync(new URL('vectors', import.meta.url)).map((name) =>
      name.replace('.json', ''),
    )
    expect(sets.filter((set) => !changelog.includes(`\`${set}\``))).toEqual([])
    expect(sets.filter((set) => !SPEC.includes(`\`${set}\``))).toEqual([])
  })
})

/** Finds the rendered example, which is the first fenced text with a source line. */
function example(): string {
  const texts = [...SPEC.matchAll(/```text\n(.*?)\n```/gs)].map(([, text = '']) => text)
  return texts.find((text) => text.includes('\nSource: ')) ?? ''
}
