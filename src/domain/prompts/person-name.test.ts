import { describe, expect, it } from 'vitest'
import { personNamedIn } from './person-name.ts'

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
