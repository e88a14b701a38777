import { describe, expect, it } from 'vitest'
import { askedQuestions } from './asked-questions.ts'
import { readHtml } from './testing/read-html.ts'

const section = (text: string) => ({ heading: '', level: 0, id: null, text })

const asking = ({
  blocks = [],
  sections = [],
}: {
  blocks?: unknown[]
  sections?: ReturnType<typeof section>[]
}) => ({ jsonLd: { blocks }, markedQuestions: [], sections })

/** What is read from a whole page. */
const asked = (body: string) => readHtml(`<main><h1>Ferry</h1>${body}</main>`).asked

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
    expect(askedQuestions(asking({ sections: [section(text)] }))).toEqual([
      'When does the ferry leave?',
    ])
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
    expect(askedQuestions(asking({ blocks: [page, null, 'x'] }))).toEqual(['May I bring a dog?'])
  })

  it.each([
    [
      'microdata',
      `<div itemscope itemtype="https://schema.org/FAQPage"><div itemscope itemprop="mainEntity" itemtype="https://schema.org/Question">
        <h3 itemprop="name">May I bring a dog?</h3>
        <div itemscope itemprop="acceptedAnswer" itemtype="https://schema.org/Answer"><p itemprop="text">On deck, if it stays on its lead.</p></div></div></div>`,
    ],
    [
      'RDFa',
      `<div vocab="https://schema.org/" typeof="FAQPage"><div property="mainEntity" typeof="Question">
        <span property="name">May I bring a dog?</span>
        <div property="acceptedAnswer" typeof="Answer"><p property="text">On deck, if it stays on its lead.</p></div></div></div>`,
    ],
    [
      'RDFa with a prefix, and a name in an attribute',
      `<div typeof="schema:Question"><meta property="schema:name" content="May I bring a dog?"><b>Dogs</b>
        <div property="schema:suggestedAnswer">On deck, if it stays on its lead.</div></div>`,
    ],
  ])('reads FAQ markup of %s', (_, body) => {
    expect(asked(body)).toEqual(['May I bring a dog?'])
  })

  it.each([
    [
      'a question without an answer',
      '<p itemscope itemtype="https://schema.org/Question"><b itemprop="name">May I bring a dog?</b>',
    ],
    [
      'an empty answer',
      '<p itemscope itemtype="https://schema.org/Question"><b itemprop="name">May I bring a dog?</b><i itemprop="acceptedAnswer"></i>',
    ],
    [
      'the name of another thing in it',
      '<p typeof="Question"><span typeof="Person"><b property="name">Is it me?</b></span><i property="acceptedAnswer">On deck, if it stays on its lead.</i>',
    ],
    [
      'what is hidden',
      '<p hidden typeof="Question"><b property="name">May I bring a dog?</b><i property="acceptedAnswer">On deck, if it stays on its lead.</i>',
    ],
    [
      'another type',
      '<p typeof="QuestionBank"><b property="name">May I bring a dog?</b><i property="acceptedAnswer">On deck, if it stays on its lead.</i>',
    ],
  ])('takes nothing from %s', (_, body) => {
    expect(asked(body)).toEqual([])
  })

  it('takes no list of questions that the reader is to answer', () => {
    const list = ['Is it a stock?', 'What is the volume of it?', 'The answers to these decide it.']
    expect(askedQuestions(asking({ sections: [section(list.join('\n'))] }))).toEqual([])
    const one = list.slice(1).join('\n')
    expect(askedQuestions(asking({ sections: [section(one)] }))).toEqual([
      'What is the volume of it?',
    ])
  })

  it('reads a page of questions in questions in a moment', () => {
    const started = performance.now()
    expect(asked('<div typeof=Question><p property=name>What?'.repeat(5_000))).toEqual([])
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('reads a hostile page in a moment', () => {
    const started = performance.now()
    const many = Array.from({ length: 100_000 }, () => 'What is it?\nA thing of the sea it is.')
    let deep: unknown = { '@type': 'Question', name: 'Why is it so?', acceptedAnswer: 1 }
    for (let i = 0; i < 5_000; i++) deep = { mainEntity: deep }
    expect(
      askedQuestions(
        asking({
          blocks: [deep],
          sections: [section(many.join('\n')), section('?'.repeat(500_000))],
        }),
      ),
    ).toEqual(['What is it?'])
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
