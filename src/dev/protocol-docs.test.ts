import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildLink } from '../protocol/index.ts'
import { runCli } from '../testing/run-cli.ts'
import { withProtocolTables } from './protocol-docs.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/ask-ai-protocol.md'), 'utf8')

/** The first example of a language on the page. */
const example = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(PAGE)?.[1] ?? ''

const manifest = JSON.parse(example('json')) as { prompts: [never] }
const built = buildLink({
  ask: manifest.prompts[0],
  target: 'chatgpt',
  page: { url: 'https://example.com/post/1', title: 'Tea at noon', site: 'Example' },
})
const HREF = built.kind === 'link' ? built.href : ''

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'citable-protocol-docs-'))
  writeFileSync(join(folder, 'ask-ai.json'), example('json'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PYTHON = ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']
const pythons = spawnSync('python3', PYTHON).status === 0 ? ['python3'] : []

describe('docs/ask-ai-protocol.md', () => {
  it('shows a manifest that is valid, of a publisher that is Cited', async () => {
    const file = join(folder, 'ask-ai.json')
    const { code, out } = await runCli(folder, ['ask-ai', 'validate', file])
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining('Cited, if pages'),
    })
  })

  it('shows commands that say what it says of them', async () => {
    const file = join(folder, 'ask-ai.json')
    const words = ['ask-ai', 'link', file, '--page-url', 'https://example.com/post/1']
    const linked = await runCli(folder, [...words, '--title', 'Tea at noon', '--site', 'Example'])
    expect(linked.out.split('\n')[0]).toBe(HREF)
    const verified = await runCli(folder, ['ask-ai', 'verify', HREF, '--manifest', file, '--json'])
    expect(JSON.parse(verified.out)).toMatchObject({ ok: true, status: 'verified' })
    const [, text = ''] = /ask-ai lint --template "([^"]+)" --source example\.com/.exec(PAGE) ?? []
    const linted = await runCli(folder, [
      'ask-ai',
      'lint',
      '--template',
      text,
      '--source',
      'example.com',
    ])
    expect(linted).toMatchObject({ code: 1, out: expect.stringContaining('AAP-PROMOTE') })
  })

  it('shows Node how to verify', () => {
    const library = new URL('../protocol/index.ts', import.meta.url).href
    const script = join(folder, 'verify.mts')
    writeFileSync(script, example('js').replace("'@citable/ask-ai'", JSON.stringify(library)))
    const args = ['--import', import.meta.resolve('tsx'), script, HREF, join(folder, 'ask-ai.json')]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: 'verified \n', stderr: '' })
  })

  it.each(pythons)('shows %s how to verify', (python) => {
    const args = ['-B', '-c', example('python'), HREF, join(folder, 'ask-ai.json')]
    const cwd = join(ROOT, 'interop/ask-ai')
    const { stdout, stderr } = spawnSync(python, args, { cwd, encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: 'verified []\n', stderr: '' })
  })

  it('has the clauses and the counts of the data', () => {
    expect(withProtocolTables(PAGE)).toBe(PAGE)
    expect(() => withProtocolTables('# Nothing')).toThrow('lacks')
  })

  it('counts only sets that the tests of the library run', () => {
    const folders = ['src/protocol', 'src/testing'].flatMap((room) =>
      readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts') && !name.startsWith('conformance'))
        .map((name) => readFileSync(join(ROOT, room, name), 'utf8')),
    )
    const sets = readdirSync(join(ROOT, 'src/protocol/spec/vectors'))
    const unread = sets.filter((file) => {
      const set = file.replace('.json', '')
      return !folders.some(
        (text) => text.includes(`vectors/${file}`) || text.includes(`('${set}')`),
      )
    })
    expect(unread).toEqual([])
  })
})
