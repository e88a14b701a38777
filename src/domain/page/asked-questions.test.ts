import { describe, expect, it } from 'vitest'
import { askedQuestions } from './asked-questions.ts'

const section = (text: string) => ({ heading: '', level: 0, id: null, text })

describe('askedQuestions', () => {
  it('reads terms and summaries with their answer, but no asides and no links', () => {
    const text = [
      'When does the ferry leave?',
      'It leaves at the turn of the tide.',
      'Who would have thought so? Nobody did, in those days.',
      'It was a quiet year on the water.',
      'How do I get there?',
      'Where is the harbour office?',
    ].join('\n')
    expect(askedQuestions([], [section(text)])).toEqual(['When does the ferry leave?'])
  })

  it('reads FAQ markup, and only questions that have an answer', () => {
    const question = (name: unknown, rest = {}) => ({ '@type': 'Question', name, ...rest })
    const answer = { acceptedAnswer: { '@type': 'Answer', text: 'Yes.' } }
    const page = {
      '@type': 'FAQPage',
      mainEntity: [
        question('May I bring a dog?', answer),
        question('Unanswered?'),
        question(7, answer),
      ],
    }
    expect(askedQuestions([page, null, 'x'], [])).toEqual(['May I bring a dog?'])
  })

  it('reads a hostile page in a moment', () => {
    const started = performance.now()
    const many = Array.from({ length: 100_000 }, () => 'What is it?\nA thing of the sea it is.')
    let deep: unknown = { '@type': 'Question', name: 'Why is it so?', acceptedAnswer: 1 }
    for (let i = 0; i < 5_000; i++) deep = { mainEntity: deep }
    expect(
      askedQuestions([deep], [section(many.join('\n')), section('?'.repeat(500_000))]),
    ).toEqual(['What is it?'])
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
