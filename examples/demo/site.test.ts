import { describe, expect, it } from 'vitest'
import type { DemoEvent } from './demo-event.ts'
import { questionLanguage } from './question-language.ts'
import { atOrigin, demoPages, sectionOf, urlOf } from './site.ts'
import { spikePath } from './story.ts'

describe('demo site', () => {
  it('the demo site has 24 pages with addresses and titles of their own', () => {
    expect(demoPages).toHaveLength(24)
    expect(new Set(demoPages.map(urlOf)).size).toBe(24)
    expect(new Set(demoPages.map((page) => page.title)).size).toBe(24)
  })

  it.each(demoPages)('$path has text and 8 to 15 distinct questions', (page) => {
    expect(page.path).toMatch(/^\/[a-z]+(?:\/[a-z0-9-]+)$/)
    expect(page.text.match(/[.?](?:\s|$)/g)?.length).toBeGreaterThanOrEqual(2)
    expect(page.text.match(/[.?](?:\s|$)/g)?.length).toBeLessThanOrEqual(4)
    expect(page.questions.length).toBeGreaterThanOrEqual(8)
    expect(page.questions.length).toBeLessThanOrEqual(15)
    expect(new Set(page.questions).size).toBe(page.questions.length)
  })

  it.each(demoPages)('$path says something under each of two headings of its own', (page) => {
    expect(page.sections).toHaveLength(2)
    for (const { heading, text } of page.sections) {
      expect(heading).not.toBe(page.title)
      expect(text.split(' ').length).toBeGreaterThanOrEqual(35)
    }
  })

  it('no question is asked on two pages', () => {
    const questions = demoPages.flatMap((page) => page.questions)
    expect(new Set(questions).size).toBe(questions.length)
  })

  it('the list of pages starts with the first page of every section', () => {
    expect(demoPages.slice(0, 5).map(sectionOf)).toEqual([
      'tides',
      'safety',
      'gear',
      'skills',
      'trips',
    ])
  })

  it('the page of the spike is there, but not among the favourites', () => {
    expect(demoPages.findIndex((page) => page.path === spikePath)).toBeGreaterThan(10)
  })

  it('readers ask in four languages', () => {
    const counts = { en: 0, de: 0, es: 0, ja: 0 }
    for (const question of demoPages.flatMap((page) => page.questions)) {
      counts[questionLanguage(question)] += 1
    }
    expect(counts).toMatchInlineSnapshot(`
      {
        "de": 20,
        "en": 235,
        "es": 10,
        "ja": 7,
      }
    `)
  })
})

describe('atOrigin', () => {
  const served = 'http://127.0.0.1:8080'
  const event: DemoEvent = {
    eventId: 'e1',
    at: '2025-06-30T18:00:00.000Z',
    kind: 'impression',
    url: 'https://tideline.example/gear/paddle-length',
    title: 'What paddle length do you need?',
    visitor: 'v1',
    device: 'mobile',
  }

  it('moves the page and the page before it, and no other site', () => {
    const before = (referrer: string) => atOrigin({ ...event, referrer }, served)
    expect(before('https://tideline.example/')).toEqual({
      ...event,
      url: `${served}/gear/paddle-length`,
      referrer: `${served}/`,
    })
    for (const other of ['https://claude.ai/', 'https://tideline.example.org/']) {
      expect(before(other).referrer).toBe(other)
    }
  })

  it('adds no referrer where there was none', () => {
    expect(Object.keys(atOrigin(event, served)).toSorted()).toEqual(Object.keys(event).toSorted())
  })
})
