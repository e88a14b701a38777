import { describe, expect, it } from 'vitest'
import { generatePrompt } from './generate-prompt.ts'
import type { PromptPage } from './prompt-page.ts'
import { promptPage, PROMPT_SITE } from './testing/prompt-page.ts'

const lead = (heading: string, text: string, level = 2) => ({ heading, level, text })

const asked = (over: Partial<PromptPage>, name = 'Neap'): readonly string[] =>
  generatePrompt(promptPage({ keyphrases: [], ...over }), { ...PROMPT_SITE, name }).questions

const LONG = 'The water stands highest twice a day, near noon and near midnight.'
const titled = (title: string): Partial<PromptPage> => ({
  title,
  h1: title,
  leads: [lead('', LONG)],
})

describe('the question about a whole text', () => {
  it('calls an article one, and asks what a site says on any other page', () => {
    expect(asked(titled('Night tides'))).toEqual(['What is the article “Night tides” about?'])
    const docs = { ...titled('Night tides'), type: 'docs' } as const
    expect(asked(docs)).toEqual(['What does Neap say about “Night tides”?'])
    expect(asked({ ...docs, type: 'other' })).toEqual(['What does Neap say about “Night tides”?'])
    const dated = { ...docs, type: 'other', publishedAt: '2026-01-02T00:00:00Z' } as const
    expect(asked(dated)).toEqual(['What is the article “Night tides” about?'])
    expect(asked({ ...titled('Capstan greaser'), type: 'docs' }, PROMPT_SITE.domain)).toEqual([
      'What does the page say about “Capstan greaser”?',
    ])
    expect(asked(docs, PROMPT_SITE.domain)).toEqual([])
    for (const part of ['Downloads', 'Our partners', 'Cabling', 'Technical data'])
      expect(asked({ ...titled(part), type: 'other' })).toEqual([])
  })

  it('is not asked about a text that is read sooner than asked about', () => {
    expect(asked({ ...titled('Night tides'), tokenEstimate: 119 })).toEqual([])
    expect(asked({ ...titled('Night tides'), tokenEstimate: 120 })).toHaveLength(1)
  })

  it('is not asked about a list of releases', () => {
    const leads = ['v2.0.0', 'v1.9.1', 'v1.9.0'].map((heading) => lead(heading, LONG))
    expect(asked({ ...titled('Changes of Neap'), type: 'docs', leads })).toEqual([])
  })

  it('keeps the marks of a title, as they stand inside of others', () => {
    const title = 'すべては「単純に」でうまくいく'
    expect(asked({ ...titled(title), language: 'ja' })).toEqual([
      '記事「すべては『単純に』でうまくいく」はどのような内容ですか？',
    ])
  })

  it.each([
    ['de', 'Brief der verbaende 2024 11 29', '/brief', 0],
    ['en', 'Letter to all ports v01f', '/letter', 0],
    ['de', 'Abschaffung der gebuehr fuer boote', '/abschaffung-der-gebuehr-fuer-boote/', 0],
    ['de', 'Umfrage hafen', '/umfrage-hafen.html', 0],
    ['de', 'Gebühren im hafen', '/geb%C3%BChren-im-hafen', 0],
    ['de', 'Abschaffung der Gebühr für Boote', '/abschaffung-der-gebuehr-fuer-boote/', 1],
    ['en', 'Tides of the northern sea', '/tides-of-the-northern-sea', 1],
  ])('in %s about %s at %s: %i', (language, title, path, count) => {
    expect(asked({ ...titled(title), path, language })).toHaveLength(count)
  })
})

it('nobody asks what an article about who writes is about', () => {
  const page = (title: string) => asked({ title, h1: title, leads: [lead(title, LONG, 1)] })
  expect(page('About us').join()).not.toContain('“')
  expect(page('About ropes').join()).toContain('“About ropes”')
})

describe('the title that questions name', () => {
  const [grease, oil] = [lead('Grease', LONG, 1), lead('Oil', LONG, 1)]

  it('is that of the page where its sections have headings of the first level', () => {
    const page = { title: 'Capstans of old ships', h1: 'Grease', leads: [grease, oil] }
    expect(asked(page)).toEqual(['What is the article “Capstans of old ships” about?'])
  })

  it('is no section that has a word of it', () => {
    const page = {
      title: 'Capstans of ships',
      h1: 'Grease',
      leads: [grease, lead('Capstans and oil', LONG, 1)],
    }
    expect(asked(page)).toEqual(['What is the article “Capstans of ships” about?'])
  })

  it('is a heading of the first level that has a word of it', () => {
    const page = {
      title: 'Capstans',
      h1: 'Grease',
      leads: [grease, lead('Capstans of old ships', LONG, 1)],
    }
    expect(asked(page)).toEqual(['What is the article “Capstans of old ships” about?'])
  })

  it('is the end of the trail that leads to a page', () => {
    const title = 'Harbour > Ropes > Grease of old capstans'
    expect(asked(titled(title))).toEqual(['What is the article “Grease of old capstans” about?'])
  })

  it('is whole with one arrow, which tells of a change', () => {
    const title = 'Capstans stuck for weeks → greased at last'
    expect(asked(titled(title))).toEqual([`What is the article “${title}” about?`])
    const trail = 'Harbour → Ropes → Grease of old capstans'
    expect(asked(titled(trail))).toEqual(['What is the article “Grease of old capstans” about?'])
  })

  it('is a heading where the title is that of any start page', () => {
    const page = {
      title: 'Home',
      h1: 'Grease of old ships',
      leads: [lead('Grease of old ships', LONG, 1)],
    }
    expect(asked(page)).toEqual(['What is the article “Grease of old ships” about?'])
  })
})
