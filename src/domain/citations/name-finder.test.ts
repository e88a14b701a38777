import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldedForm, foldAnswer } from './fold-answer.ts'
import { nameFinder } from './name-finder.ts'

/** Returns the names that are found in a text, as the text writes them. */
function foundIn(text: string, names: readonly string[], kind: 'name' | 'host' = 'name'): string[] {
  const folded = foldAnswer(text)
  const find = nameFinder(names.map((name) => ({ text: foldedForm(name), kind, of: name })))
  return find(folded.text).map(({ start, end }) =>
    text.slice(folded.placeOf(start), folded.placeOf(end)),
  )
}

describe('names in a text', () => {
  it.each([
    [
      'are whole words',
      'Coast, coaster, Coast’s COAST-based',
      ['Coast'],
      ['Coast', 'Coast', 'COAST'],
    ],
    [
      'are found in any case and form',
      'Ｃａｆé STRASSE, ﬁne',
      ['Café Straße', 'Fine'],
      ['Ｃａｆé STRASSE', 'ﬁne'],
    ],
    ['are found behind letters that fold to more', 'ﬁﬁ İİ ẞ e\u0301 Acme', ['Acme'], ['Acme']],
    [
      'are the longest that fit',
      'Acme Cloud Pro and Acme',
      ['Acme', 'Acme Cloud Pro', 'Cloud'],
      ['Acme Cloud Pro', 'Acme'],
    ],
    [
      'may begin or end with signs',
      'C++, .NET and Yahoo! Yahoo',
      ['C++', '.NET', 'Yahoo!'],
      ['C++', '.NET', 'Yahoo!'],
    ],
    [
      'end before marks of trade and numbers of footnotes',
      'Acme™, Acme¹ and Acme⁵; Room² is no Room',
      ['Acme', 'Room²'],
      ['Acme', 'Acme', 'Acme', 'Room²'],
    ],
    [
      'need no spaces where there are none',
      '私はアクメ社とCitableを使う',
      ['アクメ', 'Citable'],
      ['アクメ', 'Citable'],
    ],
    ['keep to the borders of words in other scripts', 'Яндекс, Яндекса', ['яндекс'], ['Яндекс']],
    ['have one kind of apostrophe', 'McDonald’s', ["McDonald's"], ['McDonald’s']],
    ['are not parts of hosts', 'coast.net, docs.coast, coast. Next', ['Coast'], ['coast']],
    ['are not parts of what was cut from a name', 'Acme Clou', ['Acme Cloud', 'Clou'], ['Clou']],
  ])('%s', (_, text, names, expected) => {
    expect(foundIn(text, names)).toEqual(expected)
  })

  it('are hosts on the borders of labels alone', () => {
    const text =
      'See example.com. Not notexample.com, not-example.com, example.com.evil.io, example.com-x.io, ехample.com; docs.example.com/a'
    const found = foundIn(text, ['example.com'], 'host')
    expect(found).toEqual(['example.com', 'example.com'])
  })

  it('are found at their place in any text', () => {
    // All characters, halves of some among them, and often those that change their length.
    const char = fc.integer({ min: 0, max: 0x1_f6_ff }).map((code) => String.fromCodePoint(code))
    const unit = fc.oneof(
      char,
      fc.constantFrom('ﬁ', 'ẞ', 'İ', 'i', '\u0307', 'e', '\u0301', 'ｶ', 'ﾞ'),
    )
    const texts = fc.string({ unit, maxLength: 60 })
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const text = `${before} Zürich-Bank ${after}`
        const folded = foldAnswer(text)
        const find = nameFinder([{ text: foldedForm('ZÜRICH-BANK'), kind: 'name', of: 0 }])
        const places = find(folded.text).map(({ start, end }) => [start, end].map(folded.placeOf))
        expect(places).toContainEqual([before.length + 1, before.length + 12])
      }),
    )
  })

  it('agree with a search that looks at each place', () => {
    const names = fc.uniqueArray(
      fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 4 }),
    )
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 40 })
    fc.assert(
      fc.property(names, text, (sought, searched) => {
        const isWord = (place: number): boolean => /[ab]/.test(searched.charAt(place))
        const isBorder = (place: number): boolean => !isWord(place - 1) || !isWord(place)
        const isAnywhere = sought.some((name) => {
          const places = Array.from(searched, (_, at) => at)
          return places.some(
            (at) => searched.startsWith(name, at) && isBorder(at) && isBorder(at + name.length),
          )
        })
        const found = foundIn(searched, sought)
        expect(found.length > 0).toBe(isAnywhere)
        expect(found.every((name) => sought.includes(name))).toBe(true)
      }),
    )
  })
})
