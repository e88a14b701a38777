import { describe, expect, it } from 'vitest'
import { generatePrompt } from './generate-prompt.ts'
import type { PromptPage } from './prompt-page.ts'
import { promptPage, PROMPT_SITE } from './testing/prompt-page.ts'

describe('suggestQuestions', () => {
  const questionsOf = (over: Partial<PromptPage>) =>
    generatePrompt(promptPage(over), PROMPT_SITE).questions
  const h2 = (text: string) => ({ level: 2, text })

  it('takes headings that are questions, word for word, and at most five', () => {
    const headings = [
      'Is it free?',
      'Contact',
      'Is  it\u200B free?',
      'Who\nships it?',
      'A?',
      'いつ届きますか？',
      `Is ${'very '.repeat(40)}long?`,
      'Why?!',
    ].map(h2)
    expect(questionsOf({ type: 'faq', headings })).toEqual([
      'Is it free?',
      'Who ships it?',
      'いつ届きますか？',
      'What is meant by “tide table”?',
      'What does the page say about “spring tide”?',
    ])
  })

  it('asks about the steps of instructions', () => {
    const headings = [
      h2('Install the CLI'),
      h2('How to read the log'),
      h2('Results'),
      h2('Run'),
      h2(`Install ${'x '.repeat(40)}`),
    ]
    expect(questionsOf({ type: 'docs', headings, keyphrases: [] })).toEqual([
      'How do I install the CLI?',
      'How do I read the log?',
    ])
    expect(
      questionsOf({ type: 'article', headings: [h2('Set theory today')], keyphrases: [] }),
    ).toEqual([])
  })

  it('asks what readers want to know of such a page', () => {
    expect(
      questionsOf({ type: 'product', h1: 'Roadster 3', keyphrases: [{ text: 'gravel tyres' }] }),
    ).toEqual([
      'Who is Roadster 3 for?',
      'What does Roadster 3 cost, and what is included?',
      'What does the page say about “gravel tyres”?',
    ])
  })

  it('asks in the language of the page', () => {
    const headings = [h2('Cómo leer la tabla'), h2('¿Es gratis?')]
    expect(questionsOf({ language: 'es', headings, keyphrases: [{ text: 'mareas' }] })).toEqual([
      '¿Es gratis?',
      '¿Cómo leer la tabla?',
      '¿Qué dice la página sobre «mareas»?',
    ])
  })
})
