import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { widgetScript } from './widget-script.ts'

const MAX_GZIP_BYTES = 7_000

let script: string

beforeAll(async () => {
  script = await widgetScript()
})

describe('the script of the widget', () => {
  it('has at most 7,000 bytes packed', () => {
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(MAX_GZIP_BYTES)
  })

  it('is the same from sources and from the bundle', () => {
    const folder = process.env['TESTED_BUNDLE'] ?? ''
    expect(readFileSync(join(folder, 'widget.js'), 'utf8')).toBe(script)
  })

  it('has no way to turn a text into an element or a script, and stores nothing', () => {
    const ways =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|setHTML|createContextualFragment|\beval\b|Function\(|setTimeout\("|cookie|localStorage|sessionStorage|indexedDB|\bimport\(|\.style\b|"style"/
    expect(ways.exec(script)).toBeNull()
  })

  it('names nothing of the document itself, which markup of a page may have named', () => {
    expect(script.match(/\bdocument\s*(?:\?\.|[.[])[^,;]*/g)).toBeNull()
    expect(script).toContain('Document.prototype')
  })

  it('asks nobody but the server that its tag names, by no address of its own', () => {
    // The name of drawings, from which nothing is fetched.
    const named = ['http://www.w3.org/2000/svg']
    expect(script.match(/\b(?:https?|wss?|blob):[^"'` )]*/g)).toEqual(named)
  })

  it('moves nothing for readers who want no motion', () => {
    const others = script.replace(
      /@media ?\(prefers-reduced-motion: ?no-preference\)\{[^{}]*\{[^{}]*\}\}/,
      '',
    )
    expect(others).not.toBe(script)
    expect(others).not.toMatch(/animation|transition|@keyframes|scroll-behavior/)
  })
})
