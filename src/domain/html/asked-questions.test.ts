import { expect, it } from 'vitest'
import { readHtml } from './testing/read-html.ts'

/** Reads the questions of a whole page. */
const asked = (body: string) => readHtml(`<main><h1>Ferry</h1>${body}</main>`).asked

const QUESTION = 'May I bring a dog?'
const ANSWER = 'On deck, if it stays on its lead.'
const SHOWN = `<b>${QUESTION}</b><p>${ANSWER}</p>`

const question = (name: unknown = QUESTION, text: unknown = ANSWER) => ({
  '@type': 'Question',
  name,
  acceptedAnswer: { '@type': 'Answer', text },
})

const jsonLd = (...mainEntity: unknown[]) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'FAQPage', mainEntity })}</script>`

it.each([
  ['JSON-LD that the page shows', jsonLd(question(), 'x', null) + SHOWN],
  [
    'JSON-LD with markup in its answer',
    jsonLd(question(QUESTION, `<p>On <b>deck</b>,&nbsp;if it stays`)) + SHOWN,
  ],
  ['terms of a list', `<dl><dt>${QUESTION}</dt>\n<dd>${ANSWER}</dd></dl>`],
  ['folded parts', `<details><summary><h3>${QUESTION}</h3></summary>${ANSWER}</details>`],
  [
    'microdata',
    `<div itemscope itemtype="https://schema.org/FAQPage"><div itemscope itemprop="mainEntity" itemtype="https://schema.org/Question">
        <h3 itemprop="name">${QUESTION}</h3>
        <div itemscope itemprop="acceptedAnswer" itemtype="https://schema.org/Answer"><p itemprop="text">${ANSWER}</p></div></div></div>`,
  ],
  [
    'RDFa',
    `<div vocab="https://schema.org/" typeof="FAQPage"><div property="mainEntity" typeof="Question">
        <span property="name">${QUESTION}</span>
        <div property="acceptedAnswer" typeof="Answer"><p property="text">${ANSWER}</p></div></div></div>`,
  ],
])('reads questions of %s', (_, body) => {
  expect(asked(body)).toEqual([QUESTION])
})

it.each([
  ['markup whose question the page does not show', jsonLd(question()) + `<p>${ANSWER}</p>`],
  ['markup whose answer the page does not show', jsonLd(question()) + `<p>${QUESTION}</p>`],
  ['an empty answer', jsonLd(question(QUESTION, '')) + SHOWN],
  ['an answer without a text', jsonLd({ ...question(), acceptedAnswer: 7 }) + SHOWN],
  ['a name that is no text', jsonLd(question(7)) + SHOWN],
  ['a slogan without a mark', jsonLd(question('Ready to start')) + `Ready to start ${SHOWN}`],
  ['a line of a paragraph', `<p>${QUESTION}<p>${ANSWER}`],
  ['a term without a description', `<dl><dt>${QUESTION}</dt><dt>Cats</dt><dd>${ANSWER}</dd></dl>`],
  ['a folded part with nothing in it', `<details><summary>${QUESTION}</summary>No.</details>`],
  ['a menu', `<nav><details><summary>${QUESTION}</summary>${ANSWER}</details></nav>`],
  [
    'a name in an attribute that the page does not show',
    `<div typeof="schema:Question"><meta property="schema:name" content="${QUESTION}"><b>Dogs</b>
        <div property="schema:suggestedAnswer">${ANSWER}</div></div>`,
  ],
  [
    'a question without an answer',
    `<p itemscope itemtype="https://schema.org/Question"><b itemprop="name">${QUESTION}</b>`,
  ],
  [
    'the name of another thing in it',
    `<p typeof="Question"><span typeof="Person"><b property="name">Is it me?</b></span><i property="acceptedAnswer">${ANSWER}</i>`,
  ],
  [
    'what is hidden',
    `<p hidden typeof="Question"><b property="name">${QUESTION}</b><i property="acceptedAnswer">${ANSWER}</i>`,
  ],
  [
    'another type',
    `<p typeof="QuestionBank"><b property="name">${QUESTION}</b><i property="acceptedAnswer">${ANSWER}</i>`,
  ],
])('takes nothing from %s', (_, body) => {
  expect(asked(body)).toEqual([])
})

it('takes twenty of 400 entries, and none twice', () => {
  const at = Array.from({ length: 400 }, (_, i) => `Where is berth ${i + 1}?`)
  const entries = at.map((name) => question(name))
  const found = asked(jsonLd(...entries, ...entries) + at.join('<br>') + ANSWER)
  expect(found).toEqual(at.slice(0, 20))
})

it.each([
  ['questions in questions', '<div typeof=Question><p property=name>What?'.repeat(5_000)],
  ['terms', '<dl>' + '<dt>What?'.repeat(50_000)],
  ['folded parts in each other', '<details><summary>What?</summary>'.repeat(5_000)],
  ['marks', `<dl><dt>${'?'.repeat(500_000)}<dd>${ANSWER}</dl>`],
  ['a deep block', jsonLd(JSON.parse(`${'{"a":'.repeat(900)}{}${'}'.repeat(900)}`))],
])('reads %s in a moment', (_, body) => {
  expect(asked(body).length).toBeLessThan(2)
})
