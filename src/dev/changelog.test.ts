import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const CHANGELOG = join(import.meta.dirname, '../../CHANGELOG.md')
const HEADINGS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
const MAX_CHARS = 200

const [, ...versions] = readFileSync(CHANGELOG, 'utf8').split(/^## /m)

const sections = versions.flatMap((version) => {
  const [title = '', ...parts] = version.split(/^### /m)
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    return { title: title.trim(), heading, lines: lines.filter((line) => line !== '') }
  })
})

describe('CHANGELOG.md', () => {
  it('has headings that are known, in their order and once a version', () => {
    for (const version of versions) {
      const headings = [...version.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading)
      expect(headings).toEqual(HEADINGS.filter((heading) => headings.includes(heading)))
    }
  })

  it('has entries below a heading alone, one line each', () => {
    expect(sections.length).toBeGreaterThan(3)
    for (const { title, heading, lines } of sections) {
      expect(lines, `${title}, ${heading}`).not.toEqual([])
      expect(lines.filter((line) => !/^- \S/.test(line))).toEqual([])
    }
    const beside = versions.map((version) => version.split(/^### /m)[0]?.split('\n').slice(1))
    expect(beside.flat().filter((line) => line !== '')).toEqual([])
  })

  it('has no entry of more than 200 characters', () => {
    const entries = sections.flatMap(({ lines }) => lines)
    expect(entries.filter((line) => line.length > MAX_CHARS)).toEqual([])
  })
})
