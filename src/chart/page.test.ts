import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'cheerio'
import { beforeAll, describe, expect, it } from 'vitest'
import { chartPage } from './page.ts'

const MAX_BYTES = 40_000

let page: string

beforeAll(async () => {
  page = await chartPage()
})

describe('the page of the app', () => {
  it('is smaller than 40 KB', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(MAX_BYTES)
  })

  it('is the same from sources and from the bundle', () => {
    const folder = process.env['TESTED_BUNDLE'] ?? ''
    expect(readFileSync(join(folder, 'chart.html'), 'utf8')).toBe(page)
  })

  it('is a document that has its script and its style in it, and asks for nothing', () => {
    expect(page).toMatch(/^<!doctype html>/)
    const $ = load(page)
    expect($('script').length).toBe(1)
    expect($('style').length).toBe(1)
    expect($('script').text().length).toBeGreaterThan(5_000)
    expect($('style').text()).toContain('prefers-reduced-motion')
    expect($('[src], [href], link, img, iframe, object, base').length).toBe(0)
    expect($('html').attr('lang')).toBe('en')
    const addresses = page.match(/\b(?:https?:|wss?:|data:\w+\/)[^"'` )]*/g) ?? []
    expect(new Set(addresses)).toEqual(new Set(['http://www.w3.org/2000/svg']))
    expect(page).not.toMatch(/@import|url\(/)
  })

  it('has no way to turn a text into an element or a script, or to send it anywhere', () => {
    const script = load(page)('script').text()
    const ways =
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|setHTML|createContextualFragment|\beval\b|Function\(|setTimeout\("|\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|localStorage|sessionStorage|\bimport\(|open\(/
    expect(ways.exec(script)).toBeNull()
  })

  it('refuses by its own policy what a host would let through', () => {
    const policy = load(page)('meta[http-equiv="Content-Security-Policy"]').attr('content')
    expect(policy).toBe(
      "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    )
  })

  it('greets its host in the words of the specification', () => {
    const script = load(page)('script').text()
    for (const word of [
      'ui/initialize',
      '2026-01-26',
      'ui/notifications/initialized',
      'ui/notifications/tool-input',
      'ui/notifications/tool-result',
      'ui/notifications/tool-cancelled',
      'ui/notifications/host-context-changed',
      'ui/notifications/size-changed',
      'ui/resource-teardown',
    ]) {
      expect(script).toContain(word)
    }
  })
})
