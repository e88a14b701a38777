import { expect, it } from 'vitest'
import type { PageLead } from '../page/page-leads.ts'
import { pageQuestions } from './page-questions.ts'
import type { PromptPage } from './prompt-page.ts'
import { promptPage } from './testing/prompt-page.ts'

const ANSWER = 'The water rises for six hours and falls for six, and stands still between the two.'

const lead = (heading: string, text = ANSWER, level = 2): PageLead => ({ heading, level, text })

/** Returns the questions of a page with these headings, each with an answer. */
const asked = (headings: string | string[], over: Partial<PromptPage> = {}, language = 'en') =>
  pageQuestions(
    promptPage({ type: 'other', leads: [headings].flat().map((one) => lead(one)), ...over }),
    language,
  )

it.each([
  ['en', 'How long does the ferry take to Oban?'],
  ['en', 'What is a tide table?'],
  ['en', 'Is the bridge open at 10:30 or at noon?'],
  ['en', 'Is it safe to swim at low tide?'],
  ['en', 'Does Node.js 20 run on the harbour computer?'],
  ['de', 'Wie lange fährt die Fähre nach Amrum?'],
  ['es', '¿Cuándo sale el último ferry?'],
  ['fr', 'D’où part le dernier bac pour l’île ?'],
  ['pt', 'Quando parte o último barco?'],
  ['nl', 'Hoe laat vertrekt de laatste veerboot?'],
  ['pl', 'Kiedy odpływa ostatni prom?'],
  ['sv', 'När går den sista färjan?'],
  ['tr', 'Gelgit nedir?'],
  ['ja', '大潮とは何ですか？'],
  ['zh', '什么是大潮？'],
  ['ko', '사리는 언제 일어나나요?'],
])('in %s a heading asks %s', (language, text) => {
  expect(asked(text, {}, language)).toEqual([text])
})

it.each([
  ['en', 'Ready to start?'],
  ['en', 'Why choose us?'],
  ['en', 'What do you need for a crossing?'],
  ['en', 'How does it work?'],
  ['en', 'What did they find in the harbour?'],
  ['en', 'What was the challenge?'],
  ['en', 'Why not?'],
  ['en', 'Why DataSet API?'],
  ['en', 'What about the ferry to Oban?'],
  ['en', 'Plan: which ferry goes to Oban?'],
  ['en', 'Which ferry? And when does that one go?'],
  ['en', 'Which ferry goes to Oban – and when?'],
  ['en', '1. Which ferry goes to Oban?'],
  ['en', 'WHICH FERRY GOES TO OBAN?'],
  ['en', '⛴ Which ferry goes to Oban?'],
  ['en', 'Which ferry goes to Oban?!'],
  ['en', 'Which ferry (and when goes to Oban?'],
  ['en', 'Which ferry goes to Oban'],
  ['de', 'Bereit für die Überfahrt?'],
  ['de', 'Wie können Sie die Fähre buchen?'],
  ['de', 'Was kostet unsere Fähre?'],
  ['es', '¿Qué es esto y para qué sirve?'],
  ['fr', 'À quoi sert-il ?'],
  ['ja', 'あなたは潮を知っていますか？'],
  ['ja', '開発者向けの港？'],
  ['ko', '배를 타고 싶으신가요?'],
  ['it', 'Pronti per la traversata di domani?'],
])('in %s a heading does not ask %s', (language, text) => {
  expect(asked(text, {}, language)).toEqual([])
})

it('an article speaks for its writer, and questions and answers for readers', () => {
  const own = 'How do I read a tide table?'
  expect(asked(own, { type: 'article' })).toEqual([])
  expect(asked(own, { type: 'docs' })).toEqual([own])
  const offered = 'When do you sail to Oban?'
  expect(asked([], { asked: [offered] })).toEqual([offered])
  expect(asked(offered, { type: 'faq' })).toEqual([offered])
})

it('of a language without patterns, questions beside each other are an FAQ', () => {
  const faq = [
    'Quando parte il traghetto?',
    'Quanto costa il biglietto?',
    'Dove si compra il posto?',
  ]
  expect(asked(faq, {}, 'it')).toEqual(faq)
  expect(asked([...faq.slice(1), 'Il porto', 'La baia'], {}, 'it')).toEqual([])
})

it('a title asks where the page answers, in the words of its heading', () => {
  const title = 'When is the tide low?'
  const page = { title, h1: title }
  expect(asked('The moon', page)).toEqual([title])
  expect(asked([], page)).toEqual([])
  expect(asked('The moon', { title: 'is the tide low?', h1: title })).toEqual([title])
  // A note without a title is called by its first words, which ask its readers.
  expect(asked('The moon', { title, h1: null, statedTitle: 'Oban Harbour' })).toEqual([])
})

it.each<[string, Partial<PromptPage>]>([
  ['a list of pages', { type: 'listing' }],
  ['a legal text', { type: 'legal' }],
  ['a legal text by its title', { title: 'Privacy policy' }],
  ['the page of a tag', { path: '/tag/ferries/' }],
  ['a heading without a text', { leads: [lead('Which ferry goes to Oban?', '')] }],
  [
    'an answer that only asks',
    {
      leads: [
        lead('Which ferry goes to Oban?', 'Is it the red one? Or the blue one that sails at noon?'),
      ],
    },
  ],
  [
    'excerpts',
    {
      leads: ['Oban', 'Skye', 'Mull', 'Iona'].map((at) =>
        lead(`Which ferry goes to ${at}?`, `${ANSWER} …`),
      ),
    },
  ],
])('%s asks nothing', (_, over) => {
  expect(asked('Which ferry goes to Oban?', over)).toEqual([])
})

it('a folder of archives is no list', () => {
  const text = 'Which ferry goes to Oban?'
  expect(asked(text, { path: '/archives/ferry-to-oban' })).toEqual([text])
})

it.each<[string, string]>([
  ['one quotation mark 8,000 times', `${'"'.repeat(8_000)}?`],
  ['question marks', '?'.repeat(8_000)],
  ['a huge heading', `Which ${'ferry '.repeat(8_000)}?`],
  ['emoji', '🚢'.repeat(4_000)],
  ['brackets', `${'('.repeat(4_000)}${')'.repeat(4_000)}?`],
  ['spaces', `Which${' '.repeat(8_000)}ferry?`],
])('%s is no question, and read in a moment', (_, text) => {
  const many = Array.from({ length: 200 }, () => text)
  const page = { title: text, h1: text, asked: many, path: `/${text}` }
  for (const language of ['en', 'ja', 'fr', 'it', 'und']) {
    expect(asked(many, page, language)).toEqual([])
  }
})
