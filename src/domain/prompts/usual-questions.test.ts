import { describe, expect, it } from 'vitest'
import type { PageType } from '../page/page-types.ts'
import { generatePrompt } from './generate-prompt.ts'
import { PROMPT_LOCALES } from './locales.ts'
import { promptPage, PROMPT_SITE } from './testing/prompt-page.ts'

const lead = (heading: string, text: string) => ({ heading, level: 2, text })

const asked = (
  type: PageType,
  title: string,
  leads: ReturnType<typeof lead>[],
  { language = 'en', name = 'Harbour Times' } = {},
): readonly string[] =>
  generatePrompt(
    promptPage({ type, title, h1: title, leads, language, tokenEstimate: 50, keyphrases: [] }),
    { ...PROMPT_SITE, name },
  ).questions

describe('the usual questions of a recipe', () => {
  const ingredients = lead('Ingredients', '3 cups of flour, 1 egg, 20 g of butter')

  it('name the dish, and are asked where the text answers them', () => {
    const steps = lead('Instructions', 'Mix it all, and bake it for 20 minutes in the oven.')
    expect(asked('recipe', 'Tide cake', [ingredients, steps])).toEqual([
      'Which ingredients do I need for “Tide cake”?',
      'How long does it take to make “Tide cake”?',
    ])
    expect(asked('recipe', 'Tide cake', [ingredients])).toEqual([
      'Which ingredients do I need for “Tide cake”?',
    ])
    expect(asked('recipe', 'Tide cake', [lead('Story', 'My aunt made it by the sea.')])).toEqual([])
  })

  it.each([
    ['de', 'Zutaten', '20 Minuten', ['Welche Zutaten', 'Wie lange']],
    ['es', 'Ingredientes', '20 minutos', ['¿Qué ingredientes', '¿Cuánto']],
    ['fr', 'Ingrédients', '20 minutes', ['Quels ingrédients', 'Combien de temps']],
    ['pt', 'Ingredientes', '20 minutos', ['De que ingredientes', 'Quanto tempo']],
    ['ja', '材料', '20分', ['「Tide cake」に必要な材料', '「Tide cake」を作るのに']],
    ['zh', '食材', '20分钟', ['做“Tide cake”需要哪些', '做“Tide cake”需要多长']],
    ['nl', 'Ingrediënten', '2 uur', ['Welke ingrediënten', 'Hoe lang']],
    ['pl', 'Składniki', '20 minut', ['Jakie składniki', 'Ile czasu']],
    ['sv', 'Ingredienser', '20 minuter', ['Vilka ingredienser', 'Hur lång tid']],
    ['ko', '재료', '20분', ['“Tide cake”에 필요한', '“Tide cake”, 만드는']],
    ['tr', 'Malzemeler', '20 dakika', ['“Tide cake” için', '“Tide cake” ne kadar']],
  ] as const)('in %s', (language, heading, time, begins) => {
    const questions = asked('recipe', 'Tide cake', [lead(heading, '…'), lead('', time)], {
      language,
    })
    expect(questions.map((question, at) => question.startsWith(begins[at] ?? '?'))).toEqual([
      true,
      true,
    ])
  })
})

describe('the usual questions of other pages', () => {
  it.each([
    ['About us', 'Three sailors.', ['Who is behind Harbour Times?']],
    ['Contact', 'Write to crew@harbour.example.', ['How can I contact Harbour Times?']],
    ['Contact', 'Call +49 30 123 45 67.', ['How can I contact Harbour Times?']],
    ['Contact', 'We like letters.', []],
    ['Imprint', 'Harbour Times Ltd, court of Kiel.', []],
  ])('of %s, where it says %j', (title, text, questions) => {
    expect(asked('other', title, [lead('', text)])).toEqual(questions)
  })

  it.each([
    ['nl', 'Over Harbour Times: Wie zijn wij?', 'Wie zit er achter Harbour Times?'],
    ['pl', 'Informacje kontaktowe:', 'Jak skontaktować się z Harbour Times?'],
    ['es', 'Nosotros', '¿Quién está detrás de Harbour Times?'],
    ['fr', 'Contact & accès', 'Comment contacter Harbour Times ?'],
    ['fr', 'Notre association', 'Qui est derrière Harbour Times ?'],
    ['en', 'About Harbour Times', 'Who is behind Harbour Times?'],
    ['en', 'About us | Harbour Times', 'Who is behind Harbour Times?'],
    ['de', 'Über Harbour Times', 'Wer steht hinter Harbour Times?'],
    ['fr', 'À propos de Harbour Times', 'Qui est derrière Harbour Times ?'],
    ['ja', 'Harbour Timesについて', 'Harbour Timesは誰が運営していますか？'],
    ['de', 'Kontakt Harbour Times', 'Wie erreiche ich Harbour Times?'],
    ['es', 'Contacto – Harbour Times', '¿Cómo puedo contactar con Harbour Times?'],
  ])('in %s of %s', (language, title, question) => {
    const leads = [lead('', 'Three sailors. Write to crew@harbour.example.')]
    expect(asked('other', title, leads, { language })).toEqual([question])
  })

  it.each(['About Harbour Times delivery', 'Over the Harbour Times'])('not of %s', (title) => {
    expect(asked('other', title, [lead('', 'Three sailors.')])).toEqual([])
  })

  it.each([
    ['en', 'Our services', 'other'],
    ['de', 'Leistungen', 'other'],
    ['es', 'Nuestros servicios', 'listing'],
    ['fr', 'Prestations', 'other'],
    ['pt', 'Serviços', 'other'],
    ['nl', 'Diensten – Harbour Times', 'other'],
    ['pl', 'Oferta', 'other'],
    ['sv', 'Våra tjänster', 'other'],
    ['ja', '事業内容', 'listing'],
    ['zh', '我们的服务', 'other'],
    ['ko', '서비스 소개', 'other'],
    ['tr', 'Hizmetlerimiz', 'other'],
  ] as const)('in %s of %s ask what the site offers', (language, title, type) => {
    const [question, ...others] = asked(type, title, [lead('', 'Boats.')], { language })
    expect(others).toEqual([])
    expect(question).toContain('Harbour Times')
    expect(question).toBe(asked('landing', 'Harbour', [lead('', 'Boats.')], { language })[0])
  })

  it('of prices need one anywhere in the text', () => {
    const ask = (prices: number): readonly string[] =>
      generatePrompt(
        promptPage({ type: 'pricing', title: 'Prices', h1: 'Prices', prices, tokenEstimate: 50 }),
        PROMPT_SITE,
      ).questions
    expect(ask(0)).toEqual([])
    expect(ask(1)).toEqual(['What does Harbour Times cost, and what is included?'])
    expect(ask(2)).toHaveLength(2)
  })

  it.each(['127.0.0.1', 'localhost'])('are of no site called %s', (name) => {
    const asks = (type: PageType, title: string): readonly string[] =>
      generatePrompt(promptPage({ type, title, h1: title, tokenEstimate: 50 }), {
        ...PROMPT_SITE,
        name,
        domain: name,
      }).questions
    expect(asks('other', 'About us')).toEqual([])
    expect(asks('landing', 'Boats')).toEqual([])
  })

  it('are of a site by its host where that is all its name, of what it offers alone', () => {
    const name = 'harbour.example'
    expect(asked('other', 'About us', [lead('', 'Three sailors.')], { name })).toEqual([])
    expect(asked('landing', 'Boats', [lead('', 'Boats.')], { name })).toEqual([
      'What does harbour.example offer, and for whom?',
    ])
  })

  it('of a start page that shows cards are for what it offers, unless these are dated', () => {
    const cards = ['Oars', 'Sails', 'Ropes', 'Hulls'].map((heading) => lead(heading, ''))
    const boat = lead('Boats', 'Built at Oban since 1991.')
    expect(asked('landing', 'Boats', [boat, ...cards])).toEqual([
      'What does Harbour Times offer, and for whom?',
    ])
    expect(asked('landing', 'Boats', [boat, boat, ...cards])).toEqual([])
  })

  it('of a start page that tells what it offers are not joined by one about its title', () => {
    const leads = [lead('Boats for hire', 'Boats for hire in the harbour. '.repeat(40))]
    const { questions } = generatePrompt(
      promptPage({ type: 'landing', title: 'Boats', h1: 'Boats', leads, tokenEstimate: 400 }),
      { ...PROMPT_SITE, name: 'Harbour Times' },
    )
    expect(questions).toEqual(['What does Harbour Times offer, and for whom?'])
  })

  it.each([
    ['Regatta', 'On 4 May 2026 at noon. Tickets at the pier.', 2],
    ['Regatta', 'On 4 May 2026 at noon.', 1],
    ['Regatta', 'Many boats.', 0],
  ])('of the event %s that says %j: %i', (title, text, count) => {
    expect(asked('event', title, [lead('', text)])).toHaveLength(count)
  })

  it('of prices, where there are some to choose from', () => {
    const [day, week] = [lead('Day', 'A berth for €20'), lead('Week', 'A berth for €100')]
    expect(asked('pricing', 'Berths', [day, week])).toContain('Which plan fits which need?')
    expect(asked('pricing', 'Berths', [day])).not.toContain('Which plan fits which need?')
  })
})

it.each(Object.entries(PROMPT_LOCALES))('every usual question of %s is one', (_, { usual }) => {
  for (const question of Object.values(usual)) expect(question).toMatch(/[?？]$/)
})

it('the usual questions name a product by its title where its heading speaks for its maker', () => {
  const ask = (h1: string) =>
    generatePrompt(
      promptPage({ type: 'product', title: 'Roadster 3', h1, leads: [lead('', 'A bike.')] }),
      PROMPT_SITE,
    ).questions
  expect(ask('We are building it')).toEqual(['Who is Roadster 3 for?'])
  expect(ask('Roadster')).toEqual(['Who is Roadster for?'])
})

it('a title that leans on what it says before its colon asks nothing, and another one begins with a capital', () => {
  const ask = (title: string) =>
    generatePrompt(
      promptPage({ type: 'other', language: 'es', title, h1: title, keyphrases: [] }),
      PROMPT_SITE,
    ).questions
  expect(ask('El despido: qué es y cuándo se aplica')).toEqual([
    '¿Qué dice el sitio Harbour Times sobre «El despido: qué es y cuándo se aplica»?',
  ])
  expect(ask('El despido: qué hacer en el puerto')).toEqual(['¿Qué hacer en el puerto?'])
})
