import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lintPrompt } from './lint-prompt.ts'

const folder = (name: string) => new URL(`testing/${name}/`, import.meta.url)

/** Reads the lines of the text lists in a folder, each with its language. */
function linesIn(name: string): [language: string, line: string][] {
  return readdirSync(folder(name)).flatMap((file) =>
    readFileSync(new URL(file, folder(name)), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): [string, string] => [file.replace('.txt', ''), line]),
  )
}

const rulesIn = (text: string, level?: string): string[] =>
  lintPrompt(text, { sources: ['example.com'], names: ['Acme'], isTemplate: true })
    .filter((finding) => level === undefined || finding.level === level)
    .map(({ ruleId }) => ruleId)

describe('the lists of example texts', () => {
  it('have at least ten steering and ten honest texts in each of thirteen languages', () => {
    for (const name of ['steering', 'honest']) {
      const languages = linesIn(name).map(([language]) => language)
      expect([...new Set(languages)].toSorted()).toEqual(
        'de en es fr it ja ko nl pl pt sv tr zh'.split(' '),
      )
      for (const one of new Set(languages)) {
        expect(languages.filter((language) => language === one).length).toBeGreaterThanOrEqual(10)
      }
    }
  })

  // Each line has the rule, or `*` where several fit, then the text.
  const steering = linesIn('steering').map(([language, line]) => {
    const [rule = '', ...words] = line.split(' ')
    return { language, rule, text: words.join(' ') }
  })

  it.each(steering.filter(({ rule }) => rule !== '*'))(
    'report $rule for the $language text: $text',
    ({ rule, text }) => {
      expect(rulesIn(text, 'error')).toContain(`AAP-${rule}`)
    },
  )

  it.each(steering.filter(({ rule }) => rule === '*'))(
    'refuse the $language text: $text',
    ({ text }) => {
      expect(rulesIn(text, 'error')).not.toEqual([])
    },
  )

  it.each(linesIn('honest'))('have no finding for the honest %s text: %s', (_, line) => {
    expect(rulesIn(line)).toEqual([])
  })
})
