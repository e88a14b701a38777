import { describe, expect, it } from 'vitest'
import { generatePrompt } from './generate-prompt.ts'
import type { PromptPage } from './prompt-page.ts'
import { promptPage, PROMPT_SITE } from './testing/prompt-page.ts'

const TEXT = 'The water stands highest twice a day, near noon and near midnight.'

const lead = (heading: string, text = TEXT) => ({
  heading,
  level: 2,
  text,
})

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
      'Need a hand?',
      'Not for profit?',
      `Is ${'very '.repeat(40)}long?`,
      'Why?!',
    ].map(h2)
    expect(questionsOf({ type: 'faq', headings })).toEqual(['Is it free?', 'Who ships it?'])
    expect(questionsOf({ language: 'ja', headings: [h2('いつ届きますか？')] })).toContain(
      'いつ届きますか？',
    )
  })

  it('asks about the steps of instructions', () => {
    const headings = [
      h2('Install the CLI'),
      h2('How to read the log'),
      h2('Results'),
      h2('Run'),
      h2(`Install ${'x '.repeat(60)}`),
    ]
    expect(questionsOf({ type: 'docs', headings, keyphrases: [] })).toEqual([
      'How do I install the CLI?',
      'How do I read the log?',
    ])
    expect(questionsOf({ type: 'article', headings: [h2('Install base today')] })).toEqual([
      'What is the article “Reading a tide table” about?',
    ])
  })

  it('asks what readers want to know of such a page', () => {
    const bike = (text: string) =>
      questionsOf({
        type: 'product',
        title: 'Roadster 3',
        h1: 'Roadster 3',
        leads: [lead('', text)],
      })
    expect(bike('Our bicycle for gravel. € 1,299 with two tyres.')).toEqual([
      'Who is Roadster 3 for?',
      'What does Roadster 3 cost, and what is included?',
    ])
    // Beside a better one, no general question.
    expect(bike('Our bicycle for gravel.')).toEqual(['Who is Roadster 3 for?'])
  })

  it('asks in the language of the page', () => {
    const headings = [h2('Cómo leer la tabla'), h2('¿Es gratis la tabla?')]
    expect(questionsOf({ language: 'es', headings, keyphrases: [{ text: 'mareas' }] })).toEqual([
      '¿Es gratis la tabla?',
      '¿Cómo leer la tabla?',
    ])
  })

  it('leaves out headings of the theme, and those without an answer', () => {
    const headings = [h2('Which tide is next?'), h2('What is a tide?'), h2('Why does it turn?')]
    const leads = [lead('What is a tide?'), lead('Why does it turn?', '')]
    expect(questionsOf({ headings, leads })).toEqual([
      'What is a tide?',
      'What is the article “Reading a tide table” about?',
    ])
  })

  it('asks for terms that the page defines, but for nothing that points back', () => {
    const leads = [
      lead('Neap tides', 'A neap tide is a weak tide between two spring tides. It comes twice.'),
      lead('Tables', 'This is a list of times.'),
    ]
    expect(questionsOf({ title: 'Neap tide', leads })).toContain('What is a neap tide?')
    expect(questionsOf({ title: 'This', leads }).join()).not.toMatch(/What is this/i)
  })

  it('has no questions for a list of other pages', () => {
    const leads = ['What is a tide?', 'Who owns the sea?', 'Two boats', 'Fog'].map((title) =>
      lead(title, '2024-05-06 Read more →'),
    )
    expect(questionsOf({ leads })).toEqual([])
    expect(questionsOf({ path: '/blog/page/4/', leads: [lead('Who owns the sea?')] })).toEqual([])
    expect(questionsOf({ type: 'listing', leads: [lead('Who owns the sea?')] })).toEqual([])
  })

  it.each([
    ['en', 'docs', 'Project status', undefined],
    ['en', 'docs', 'Capstan greaser', 'What does the page say about “Capstan greaser”?'],
    [
      'en',
      'docs',
      'Status of all harbour projects',
      'What does the page say about “Status of all harbour projects”?',
    ],
    [
      'en',
      'article',
      'The morning and the evening',
      'What is the article “The morning and the evening” about?',
    ],
    ['es', 'article', 'Aprender', '¿De qué trata el artículo «Aprender»?'],
    ['ko', 'other', '문제 해결', undefined],
    ['ja', 'article', '問題', undefined],
    ['en', 'other', 'Tide tables (and other', undefined],
    ['en', 'other', 'The tides of', undefined],
    ['en', 'other', 'https://tides.example/neap', undefined],
    ['en', 'other', '/harbour/tides', undefined],
    ['en', 'other', '25 km/h', undefined],
    ['en', 'other', 'Page not found', undefined],
  ] as const)(
    'in %s asks in general, on a page of type %s, about %s',
    (language, type, title, question) => {
      const page = {
        language,
        type,
        title,
        h1: title,
        headings: [],
        leads: [lead('', `${title}. Some more.`)],
      }
      const site = { ...PROMPT_SITE, name: PROMPT_SITE.domain }
      const { questions } = generatePrompt(promptPage(page), site)
      expect(questions).toEqual(question === undefined ? [] : [question])
    },
  )

  it('leaves out headings that stand there twice, or under one of several releases', () => {
    const under = (level: number, heading: string) => ({ ...lead(heading), level })
    const leads = [
      under(2, 'v2.1.0'),
      under(3, 'Features'),
      under(2, 'v2.0.0'),
      under(3, 'Breaking changes'),
      under(2, 'Limitations'),
      under(2, 'Risks'),
      under(2, 'Risks'),
    ]
    expect(questionsOf({ leads }).slice(0, -1)).toEqual(['What are the limitations?'])
    const one = [under(1, 'Neap 2.1'), under(2, 'Features')]
    expect(questionsOf({ leads: one })).toContain('What are the features?')
  })

  it('takes chapters without a text of their own for no list of pages', () => {
    const text = 'The water stands highest twice a day, near noon and near midnight. '.repeat(3)
    const chapters = ['Bells', 'Boats', 'Buoys', 'Birds', 'Bays', 'Beams'].map((one) =>
      lead(one, ''),
    )
    const sections = ['What is a tide?', 'Ropes', 'Oars', 'Sails'].map((one) => lead(one, text))
    expect(questionsOf({ leads: [...chapters, ...sections] })).toContain('What is a tide?')
    expect(questionsOf({ leads: [...chapters, ...sections.slice(0, 2)] })).toEqual([])
  })

  it('asks of a start page of cards what its site offers, and nothing of a journal', () => {
    const cards = (text: string) =>
      ['Oars', 'Sails', 'Ropes', 'Bells'].map((one) => lead(one, text))
    const of = (text: string, name = 'Neap') =>
      generatePrompt(promptPage({ type: 'landing', leads: cards(text) }), { ...PROMPT_SITE, name })
        .questions
    expect(of('More →')).toEqual(['What does Neap offer, and for whom?'])
    expect(of('4 May 2024 · More →')).toEqual([])
    expect(of('More →', 'neap.example')).toEqual([])
  })

  it('asks about a title of two sentences in general, though the last one asks', () => {
    const title = 'The tide is no clock. Is your boat?'
    expect(questionsOf({ title, h1: title, leads: [lead('', title)] })).toEqual([
      `What is the article “${title}” about?`,
    ])
  })

  it('takes no heading below a question for another one', () => {
    const leads = [
      lead('What are the duties of a pilot?'),
      { ...lead('Install the mooring'), level: 3 },
      lead('Install the buoy'),
    ]
    expect(questionsOf({ type: 'docs', title: null, h1: null, leads })).toEqual([
      'What are the duties of a pilot?',
      'How do I install the buoy?',
    ])
  })

  it('asks what a title asks, without the remark behind it', () => {
    const title = 'When is high water in the bay? (Read this first)'
    expect(questionsOf({ title, h1: title, leads: [lead('', TEXT.repeat(9))] })).toEqual([
      'When is high water in the bay?',
    ])
  })

  it.each([
    ['May a pilot steer alone?', 'The pilot alone', 'May a pilot steer alone?'],
    ['Pilots of Oban', 'Pilots who steer', 'What is the article “Pilots of Oban” about?'],
    ['The « pilot » of Oban', 'Steering', 'What is the article “The ‘pilot’ of Oban” about?'],
    ['The pilots have a say.', 'Steering', 'What is the article “The pilots have a say” about?'],
  ])('asks by the title %s that its h1 repeats, above a part %s', (title, part, question) => {
    const leads = [{ ...lead(part, TEXT.repeat(9)), level: 1 }]
    expect(questionsOf({ title, h1: title, leads })).toContain(question)
  })

  it('asks about an article that ends with the headings of others', () => {
    const cards = ['Oars', 'Sails', 'Ropes', 'Hulls', 'Masts'].map((text) => ({
      ...lead(text),
      text: '',
    }))
    const own = lead('Pilots of Oban', TEXT.repeat(9))
    const title = 'Pilots of Oban'
    expect(questionsOf({ title, h1: title, leads: [own, ...cards] })).toEqual([
      'What is the article “Pilots of Oban” about?',
    ])
    expect(questionsOf({ title, h1: title, leads: [lead(title), ...cards] })).toEqual([])
  })

  it('offers no question in the voice of the site, in a heading or elsewhere', () => {
    const asked = ['Why don’t we rent kayaks?', 'Where should I row?']
    expect(questionsOf({ type: 'docs', title: null, h1: null, asked })).toEqual(asked.slice(1))
    expect(questionsOf({ type: 'article', title: null, h1: null, asked })).toEqual(asked)
  })

  it.each([
    ['tr', ['Gelgit nedir?'], ['Gelgit nedir?']],
    ['ko', ['사리란 무엇인가요?'], ['사리란 무엇인가요?']],
    ['ko', ['그러면 배는 어디서 빌리나요?', '배를 타신 소감이 어떠신가요?'], []],
    ['en', ['Tides matter?'], []],
    ['de', ['Was gilt nach dem 18. Geburtstag?'], ['Was gilt nach dem 18. Geburtstag?']],
    ['en', ['Who was St. Brendan?'], ['Who was St. Brendan?']],
    [
      'de',
      ['Was ist ein Törn und wer darf mit?', 'Was ist ein Törn?', 'Was kostet ein Törn?'],
      ['Was ist ein Törn und wer darf mit?', 'Was kostet ein Törn?'],
    ],
  ])('in %s, offers of %j what stands alone and asks something new', (language, asked, offered) => {
    expect(questionsOf({ type: 'faq', language, title: null, h1: null, asked })).toEqual(offered)
  })

  it('words of any subject say which with the name of the site, where it has one', () => {
    const page = promptPage({
      type: 'docs',
      title: 'Project status',
      h1: 'Project status',
      headings: [],
      leads: [],
    })
    const about = (name: string) => generatePrompt(page, { ...PROMPT_SITE, name }).questions
    expect(about('Neap')).toEqual(['What does Neap say about “Project status”?'])
    expect(about(PROMPT_SITE.domain)).toEqual([])
    expect(about('Project status')).toEqual([])
    expect(about('x'.repeat(100))).toEqual([])
  })

  it.each([
    ['fr', 'Créer un compte', 'Comment créer un compte ?'],
    ['fr', 'Premier pas', undefined],
    ['de', 'Voraussetzungen', 'Welche Voraussetzungen gibt es?'],
    ['es', 'Crear una cuenta', '¿Cómo crear una cuenta?'],
    ['pt', 'Criar uma conta', 'Como criar uma conta?'],
    ['ja', '潮汐表の使い方', '潮汐表の使い方はどのようなものですか？'],
    ['ja', '大潮と小潮の違い', '大潮と小潮の違いは何ですか？'],
    ['en', 'Limitations', 'What are the limitations?'],
    ['en', 'The sea at night', undefined],
  ])('reads a heading in %s: %s', (language, heading, question) => {
    const leads = [lead(heading, '潮の高さは一日に二度変わります。The water stands highest twice.')]
    const found = questionsOf({ language, leads }).filter((one) => !one.includes('tide table'))
    expect(found).toEqual(question === undefined ? [] : [question])
  })
})
