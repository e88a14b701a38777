import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildLink,
  cleanText,
  findTarget,
  TARGET_REGISTRY,
  type CitedAsk,
} from '../protocol/index.ts'
import { cleanQuestion } from './browser/clean-question.ts'
import { hrefOf } from './browser/href.ts'
import type { ShownTarget } from './browser/widget-config.ts'

const page = { url: 'https://example.com/tea', title: 'Tea at (noon)!', site: 'Example' }

const ask: CitedAsk = {
  id: 'own',
  intent: 'ask',
  template: 'On “{title}”: {question}',
  variables: { question: { label: 'Your question', default: 'What is it?', maxLength: 300 } },
}

/** Returns a target in the form in which the configuration of the widget has it. */
function shown(id: string): ShownTarget {
  const target = findTarget(id)
  const method = target?.methods.find(({ type }) => type === 'link')
  const template = method && 'template' in method ? method.template : ''
  const [before = '', after = ''] = template.split('{prompt}')
  return {
    id,
    label: id,
    icon: null,
    strategy: 'link',
    before,
    after,
    home: target?.home ?? '',
    maxUrlBytes: 100_000,
    submits: 'unknown',
    mobile: 'unknown',
    enabled: true,
    order: 1,
  }
}

const links = TARGET_REGISTRY.targets
  .map(({ id }) => ({ id, built: buildLink({ ask, target: id, page }) }))
  .filter(({ built }) => built.kind === 'link')

/** Texts of characters of all kinds, without a heap of marks on one letter, which the widget leaves in a question. */
const typed = fc
  .string({ unit: 'binary', maxLength: 60 })
  .filter((text) => !/\p{M}{4}/u.test(text.normalize('NFD')))

describe('the widget, as the protocol says', () => {
  it('meets targets of the registry', () => {
    expect(links.length).toBeGreaterThan(5)
  })

  it.each(links)('opens $id by the address that the library builds', ({ id, built }) => {
    const { prompt, href } = built as Extract<typeof built, { kind: 'link' }>
    expect(hrefOf(shown(id), prompt)).toBe(href)
  })

  it('opens whatever is asked by the address that the library builds, or copies as it does', () => {
    const maxUrlBytes = TARGET_REGISTRY.maxUrlLength
    fc.assert(
      fc.property(typed, (question) => {
        const inputs = { question: cleanQuestion(question) || 'x' }
        const built = buildLink({ ask, target: 'duck-ai', page, inputs })
        const { kind, href, prompt } = built as Extract<typeof built, { prompt: string }>
        const found = hrefOf({ ...shown('duck-ai'), maxUrlBytes }, prompt)
        expect(found === false ? 'copy' : found).toBe(kind === 'link' ? href : 'copy')
      }),
    )
  })

  it('cleans what a reader types as the library cleans each value', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(cleanQuestion(text)).toBe(cleanText(text))
      }),
    )
    for (const text of [' a\u0085b\ufeff ', 'e\u0301', '\ud800x', ' \u200b ', '\u3000 a \u00a0b']) {
      expect(cleanQuestion(text)).toBe(cleanText(text))
    }
  })
})
