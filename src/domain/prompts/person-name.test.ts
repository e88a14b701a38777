import { describe, expect, it } from 'vitest'
import { generatePrompt } from './generate-prompt.ts'
import { personNamedIn } from './person-name.ts'
import { promptPage, PROMPT_SITE } from './testing/prompt-page.ts'

const TEXT = 'She reads tide tables for a living, and writes about the harbours of the north.'
const asked = (title: string, text = TEXT, over = {}) =>
  generatePrompt(
    promptPage({
      type: 'profile',
      title,
      h1: title,
      leads: [{ heading: title, level: 1, text }],
      keyphrases: [],
      ...over,
    }),
    PROMPT_SITE,
  ).questions

describe('personNamedIn', () => {
  it.each([
    ['Ada Ferris, PhD', 'Ada Ferris'],
    ['Dr. Ada M. Ferris', 'Ada M. Ferris'],
    ['Ana García-Núñez de la Torre', 'Ana García-Núñez de la Torre'],
    ['Ada Ferris (harbour)', 'Ada Ferris'],
    ['Rory O’Neap | Crew', 'Rory O’Neap'],
    ['Harbour', undefined],
    ['The Harbour', undefined],
    ['Ferris Group', undefined],
    ['L’Harbour Moka', undefined],
    ['O’Hara Ferris', 'O’Hara Ferris'],
    ['Ada Ferris reads tide tables', undefined],
    ['ada ferris', undefined],
  ])('in %s is %s', (title, name) => {
    expect(personNamedIn(title, 'en')).toBe(name)
  })
})

describe('a profile', () => {
  it('asks who a person is, by the name alone', () => {
    expect(asked('Ada Ferris, PhD')).toEqual(['Who is Ada Ferris?'])
    expect(asked('Ada Ferris, PhD', 'Ada Ferris is a pilot. She sails.')).toEqual([
      'Who is Ada Ferris?',
    ])
    expect(asked('Ada Ferris', TEXT, { language: 'es' })).toEqual(['¿Quién es Ada Ferris?'])
  })

  it('asks what anybody else is known for, and nothing where nothing is said', () => {
    expect(asked('Ferris Group')).toEqual(['What is “Ferris Group” known for?'])
    expect(asked('Ada Ferris', '').join()).not.toMatch(/known|Who/)
  })
})

it('who is introduced is asked for as a person, and a place is not', () => {
  const crew = (text: string) => asked('Crew', text, { type: 'other' })
  expect(crew('Ada Ferris is the pilot of the bay. She sails.')).toContain('Who is Ada Ferris?')
  expect(crew('Oban Bay is the calmest of the north. It is wide.').join()).not.toContain('Who')
})
