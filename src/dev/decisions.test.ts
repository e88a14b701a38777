import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const DOCS = join(import.meta.dirname, '../../docs')
const MAX_LINES = 3
const MAX_CHARS = 120
const MAX_INDEX_LINES = 40

const index = readFileSync(join(DOCS, 'decisions.md'), 'utf8')
const files = readdirSync(join(DOCS, 'decisions'))

const titleOf = (entry: string): string | undefined => /^\*\*([^*]+)\*\* ?/.exec(entry)?.[1]

const firstWords = (entry: string): string => entry.slice(0, 60)

/** The entries of a file, which blank lines separate, below its heading. */
function entriesOf(file: string): string[] {
  const text = readFileSync(join(DOCS, 'decisions', file), 'utf8').trimEnd()
  return text.split('\n\n').slice(1)
}

/** Says of an entry what is wrong with its form; undefined of a sound one. */
function faultOf(entry: string): string | undefined {
  const lines = entry.split('\n')
  const [, ...further] = lines
  if (titleOf(entry) === undefined) return 'begins without a bold title'
  if (further.some((line) => line.startsWith('**'))) return 'has no blank line before the next'
  if (lines.some((line) => line.trim() === '')) return 'stands between more than one blank line'
  if (lines.length > MAX_LINES) return `has ${lines.length} lines`
  return lines.some(({ length }) => length > MAX_CHARS) ? 'has a line that is too long' : undefined
}

const entries = files.flatMap((file) => entriesOf(file).map((entry) => ({ file, entry })))

describe('docs/decisions', () => {
  it('has entries of at most three lines below bold titles, with blank lines between', () => {
    expect(entries.length).toBeGreaterThan(300)
    const faults = entries.flatMap(({ file, entry }) => {
      const fault = faultOf(entry)
      return fault === undefined ? [] : [`${file}: "${firstWords(entry)}" ${fault}`]
    })
    expect(faults).toEqual([])
  })

  it('has no title twice', () => {
    const titles = entries.map(({ entry }) => titleOf(entry)?.toLowerCase())
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([])
  })

  it('begins each file with its heading', () => {
    const headings = files.map((file) => readFileSync(join(DOCS, 'decisions', file), 'utf8'))
    expect(headings.filter((text) => !/^# [^\n]+\n\n/.test(text))).toEqual([])
  })

  it('is linked whole from its index, which is short', () => {
    const linked = [...index.matchAll(/\]\(decisions\/([^)#]+)\)/g)].flatMap(([, file]) => file)
    expect(new Set(linked)).toEqual(new Set(files))
    expect(index.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_INDEX_LINES)
  })
})
