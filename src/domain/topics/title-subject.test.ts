import { expect, it } from 'vitest'
import { titleSubject } from './title-subject.ts'

it.each([
  ['Normandy, part 3', 'Normandy'],
  ['The Rule of Twelfths', 'Rule of Twelfths'],
  ['Force, part 7', 'Force'],
  ['Home | Paddlers', 'Paddlers'],
  ['1973 oil shortage', '1973 oil shortage'],
  ['French and Indian War, part 2', 'French and Indian War'],
  ['Reading tide tables | Paddlers of Oban', 'Reading tide tables'],
  ['How to choose your first paddle for cold water and long days at sea', 'paddle'],
  ['潮汐表の読み方 - カヤック', '潮汐表の読み方'],
])('finds in the title %s the subject %s', (title, label) => {
  expect(titleSubject(title)?.label).toContain(label)
})

it.each(['', '?', 'Home', 'FAQ | Contact', '404'])('finds none in %j', (title) => {
  expect(titleSubject(title)?.label ?? 'none').toMatch(/^(?:none|Home|Contact)$/)
})

it.each(['x'.repeat(1e6), ' | '.repeat(1e5), 'a, '.repeat(1e5), '漢'.repeat(1e5)])(
  'reads a hostile title at once: %#',
  (title) => {
    expect((titleSubject(title)?.label ?? '').length).toBeLessThanOrEqual(60)
  },
)
