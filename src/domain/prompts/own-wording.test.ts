import { describe, expect, it } from 'vitest'
import type { PageType } from '../page/page-types.ts'
import { generatePrompt } from './generate-prompt.ts'
import { ownWording } from './own-wording.ts'
import { questionFormsOf } from './locales.ts'
import { promptPage, PROMPT_SITE } from './testing/prompt-page.ts'

describe('ownWording', () => {
  it.each([
    ['en', 'When should you use it, then?', 'When should you use it?'],
    ['en', 'Where to use tables?', 'Where should I use tables?'],
    ['en', 'Why you should read them ?', 'Why should you read them?'],
    ['en', 'How to read tables?', 'How do I read tables?'],
    ['fr', 'Clarifier : quels ports ouvrir ?', 'Quels ports ouvrir ?'],
    ['fr', 'Oban : port ou musée ?', 'Oban : port ou musée ?'],
    ['en', 'Tides: what are they?', 'Tides: what are they?'],
    ['en', 'How does it work?', 'How does Neap work?'],
    ['de', 'Wie funktioniert das?', 'Wie funktioniert Neap?'],
    ['nl', 'Hoe werkt het?', 'Hoe werkt Neap?'],
    ['en', 'How does it stand twice a day?', 'How does it stand twice a day?'],
    ['en', 'What if it rains?', 'What if it rains?'],
    ['nl', 'Wat als het regent?', 'Wat als het regent?'],
    ['de', 'Was kostet das?', 'Was kostet Neap?'],
    ['de', 'Wann regnet es hier?', 'Wann regnet es hier?'],
    ['en', 'What is a tide?', 'What is a tide?'],
    ['en', 'Tides: high water', 'Tides: high water'],
    ['ko', 'Q. 어떤 배를 빌리나요?', '어떤 배를 빌리나요?'],
    ['ja', '問3：潮とは何ですか？', '潮とは何ですか？'],
    ['en', 'Q12: Who rows?', 'Who rows?'],
    ['en', 'Quay 3: who rows?', 'Quay 3: who rows?'],
  ])('in %s %s becomes %s', (language, text, wording) => {
    expect(ownWording(text, questionFormsOf(language), { language, name: 'Neap' })).toBe(wording)
  })

  it.each([
    ['en', 'How does it work?', 'Mooring plans', ''],
    ['en', 'How does it work?', 'Tide Actions', 'How does Tide Actions work?'],
    ['nl', 'Hoe werkt het?', 'Onderhoudsplannen', ''],
  ])('in %s %s of %s', (language, text, name, wording) => {
    expect(ownWording(text, questionFormsOf(language), { language, name })).toBe(wording)
  })
})

const TEXT = 'The water stands highest twice a day, near noon and near midnight.'
const own = (language: string, heading: string, type: PageType = 'landing', text = TEXT) =>
  generatePrompt(
    promptPage({
      type,
      language,
      title: 'x',
      h1: 'x',
      leads: [{ heading, level: 2, text }],
      keyphrases: [],
    }),
    { ...PROMPT_SITE, name: PROMPT_SITE.domain },
  ).questions.includes(heading)

describe('questions that a page asks', () => {
  it.each([
    ['nl', 'Waar werken wij?'],
    ['pl', 'Jak możesz nam pomóc?'],
    ['pl', 'Co konkretnie robimy?'],
    ['de', 'Was bieten wir?'],
    ['es', '¿Qué hacemos?'],
    ['ja', '私たちは何をしていますか？'],
  ])('in %s and in the voice of the site are not offered: %s', (language, heading) => {
    expect(own(language, heading)).toBe(false)
  })

  it('in an article may be of us all', () => {
    expect(own('en', 'Why do we sleep at night?', 'article')).toBe(true)
    expect(own('en', 'Why do we sleep at night?', 'product')).toBe(false)
  })

  it.each([
    ['de', 'Kalte Flut – oder warme Ebbe?', false],
    ['de', 'Wird die Flut höher?', true],
    ['de', 'Ab wann steigt das Wasser?', true],
    ['sv', 'Problem att tabellen inte visas?', false],
    ['sv', 'Varför stiger vattnet?', true],
    ['nl', 'Een ramp of een zegen?', false],
    ['nl', 'Hoe hoog komt het water?', true],
    ['pl', 'Przypływ albo odpływ?', false],
    ['pl', 'Czy woda wróci?', true],
    ['fr', 'Un port au bout du monde ?', false],
    ['fr', 'Mer haute ou mer basse ?', false],
    ['fr', 'quand la mer monte trop vite ?', false],
    ['fr', 'La marée est-elle haute à midi ?', true],
    ['fr', 'Naviguer ou rester au port toute la nuit ?', true],
    ['es', '¿Una marea sin retorno?', false],
    ['es', '¿La marea es más alta en verano?', true],
    ['es', '¿Necesito una tabla de mareas?', true],
    ['pt', 'Uma maré sem volta?', false],
    ['pt', 'Preciso de uma tábua de marés?', true],
    ['ja', 'で、潮の高さはどうなの？', false],
    ['en', 'What is high water (at noon?', false],
    ['fr', 'Comment dépasser la marée haute » ?', false],
    ['en', 'What is “high water?', false],
    ['de', 'Was ist „Hochwasser“ im Hafen?', true],
    ['en', 'What is your biggest challenge?', false],
    ['en', 'What is your policy on returns?', true],
    ['nl', 'Hoeveel ruimte heb je?', false],
    ['nl', 'Hoeveel zon heeft een boot nodig?', true],
    ['de', 'Wie viel Platz hast du?', false],
    ['de', 'Wie viel Platz hast du im Boot?', true],
    ['tr', 'Denizde tatil planlıyor musunuz?', false],
    ['ja', '若い方なら海に出てみては？', false],
    ['ja', '潮の高さはどのくらいですか？', true],
    ['en', 'How can allow tables to load?', false],
    ['en', 'How can I allow tables to load?', true],
  ])('in %s ask with a word or a verb: %s %s', (language, heading, isOffered) => {
    expect(own(language, heading)).toBe(isOffered)
  })

  it.each([
    ['Please refer to the guide for the details of it all.', false],
    ['See the guide of tides, which has all of the details.', false],
    ['Seen from the pier, the water stands highest twice a day.', true],
  ])('are answered by more than where to look: %s %s', (text, isOffered) => {
    expect(own('en', 'When does the water stand highest?', 'article', text)).toBe(isOffered)
  })

  it('in a language without texts stand alone, and nothing is asked in another', () => {
    const italian = (heading: string) =>
      generatePrompt(
        promptPage({ language: 'it', leads: [{ heading, level: 2, text: TEXT }] }),
        PROMPT_SITE,
      ).questions
    expect(italian('Perché il mare sale due volte?')).toEqual(['Perché il mare sale due volte?'])
    expect(italian('Maree del nord')).toEqual([])
  })
})

describe('headings that say of what in the title alone', () => {
  const read = (title: string, heading: string, language = 'en') =>
    generatePrompt(
      promptPage({
        type: 'docs',
        language,
        title,
        h1: title,
        leads: [{ heading, level: 2, text: TEXT }],
      }),
      PROMPT_SITE,
    ).questions

  it.each([
    ['en', 'Installation', 'How do I install Capstano?'],
    ['de', 'Installation', 'Wie installiere ich Capstano?'],
    ['es', 'Instalación', '¿Cómo se instala Capstano?'],
    ['fr', 'Installation', 'Comment installer Capstano ?'],
    ['pt', 'Instalação', 'Como instalar Capstano?'],
    ['nl', 'Installatie', 'Hoe installeer ik Capstano?'],
    ['pl', 'Instalacja', 'Jak zainstalować Capstano?'],
    ['sv', 'Installation', 'Hur installerar man Capstano?'],
    ['zh', '安装', '如何安装 Capstano？'],
    ['tr', 'Kurulum', 'Capstano nasıl kurulur?'],
  ])('in %s %s asks %s', (language, heading, question) => {
    expect(read('Capstano', heading, language)).toContain(question)
  })

  it('ask nothing where the title names no thing', () => {
    expect(read('Getting started', 'Installation')).toEqual([])
  })

  it('are read without what stands in brackets', () => {
    expect(read('Capstano', 'How to grease ropes (part two)')).toContain('How do I grease ropes?')
  })

  it('are no code because a product is written like it', () => {
    expect(read('Capstano', 'vSphere').join()).not.toContain('vSphere')
    expect(read('Capstano', 'greaseRope()')).toContain('What is greaseRope() for?')
  })
})
