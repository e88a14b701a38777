import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widgetTexts } from '../domain/widget/widget-texts.ts'
import { renderAsk, verifyLink, type CitedAsk } from '../protocol/index.ts'
import { CHROMIUM_PATH } from '../testing/chromium-path.ts'
import { WidgetStage } from './testing/widget-stage.ts'
import { QUESTION_MARK, TARGETS } from './testing/widget-settings.ts'

const page = { url: 'https://example.com/tea', title: 'Tea at (noon)!', site: 'Example' }

const PLACE = 'what the reader asks'

const summary: CitedAsk = {
  id: 'summary',
  intent: 'summarize',
  template: 'Summarize “{title}” in five points.',
}
const own: CitedAsk = {
  id: 'own',
  intent: 'ask',
  template: 'On “{title}”: {question}',
  variables: { question: { label: 'Your question', default: PLACE, maxLength: 300 } },
}

/** The manifest of this site, which a person reads who meets one of its links. */
const manifest = {
  origin: 'https://example.com',
  document: {
    askAi: '1.0',
    site: { name: page.site, url: 'https://example.com/' },
    prompts: [summary, own].map((ask) => ({ ...ask, url: page.url })),
  },
}

function rendered(ask: CitedAsk): string {
  const result = renderAsk(ask, { page })
  if (!result.ok) throw new Error(result.error)
  return result.prompt
}

let stage: WidgetStage

beforeAll(async () => {
  stage = await WidgetStage.start(CHROMIUM_PATH, widgetTexts('en').texts)
})

afterAll(() => stage[Symbol.asyncDispose]())

const withPrompts = () => ({
  changes: {
    prompts: {
      default: [
        { kind: 'summarize', label: 'Summarize', text: rendered(summary) },
        { kind: 'ask', label: 'Ask', text: rendered(own).replace(PLACE, QUESTION_MARK) },
      ],
    },
  },
})

const linked = TARGETS.filter(({ enabled, before }) => enabled && before !== null)

describe('whoever meets a link that was opened', () => {
  it.each(linked)('by $label finds the prompt that the site publishes', async ({ id, label }) => {
    await using visit = await stage.open(withPrompts())
    const found = verifyLink({ href: await visit.press(label), manifest })
    expect(found).toMatchObject({ status: 'verified', ask: 'summary', target: id, findings: [] })
    expect(found.prompt).toBe(rendered(summary))
  })

  it.each(linked)('by $label with a question is told what the reader asked', async ({ label }) => {
    await using visit = await stage.open(withPrompts())
    await visit.type('Is it green (or white)?  ')
    const found = verifyLink({ href: await visit.press(label), manifest })
    const inputs = { question: 'Is it green (or white)?' }
    expect(found).toMatchObject({ status: 'verified_with_input', ask: 'own', inputs })
  })
})
