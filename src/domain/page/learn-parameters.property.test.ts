import { assert, constantFrom, dictionary, property, record, uniqueArray } from 'fast-check'
import { expect, it } from 'vitest'
import { toldQuery } from '../../lib/web/told-query.ts'
import { learnParameters, type LearnedPage } from './learn-parameters.ts'

const NAMES = ['t', 'id', 'lang', 'page', 'filter[kind]']
const VALUES = ['1', '2', '3', 'de', 'green tea', '', 'x'.repeat(65), 'anna@example.com']

const Values = dictionary(constantFrom(...NAMES), constantFrom(...VALUES), {
  noNullPrototype: true,
})
const Page = record({
  path: constantFrom('/', '/show', '/list'),
  values: Values,
  text: constantFrom('a', 'b', 'c', 'd'),
})

/** Offered pages have addresses of their own; pages of one name and text are views of one. */
const Pages = uniqueArray(
  Page.map(({ path, values, text }): LearnedPage => {
    const query = new URLSearchParams(values).toString()
    const address = query === '' ? path : `${path}?${query}`
    return { path: address, name: text, contentHash: text, sketch: undefined }
  }),
  { selector: ({ path }) => path, maxLength: 24 },
)

const pathOf = (page: LearnedPage) => page.path.split('?', 1)[0] ?? ''
const toldOf = (page: LearnedPage, names: readonly string[]) =>
  pathOf(page) + toldQuery(page.path.slice(pathOf(page).length), names)

/** Pairs of pages of one path that these names leave alike though their texts differ; a path alone is a page too. */
function alike(pages: readonly LearnedPage[], names: readonly string[]): number {
  const bare = [...new Set(pages.map(pathOf))]
    .filter((path) => !pages.some((page) => page.path === path))
    .map((path) => ({ path, name: '', contentHash: '', sketch: undefined }))
  const all = [...pages, ...bare]
  return all.reduce(
    (sum, page, i) =>
      sum +
      all.slice(i + 1).filter((other) => {
        const isAlike = toldOf(page, names) === toldOf(other, names)
        return isAlike && page.contentHash !== other.contentHash
      }).length,
    0,
  )
}

/** Lists the faults of the parameters that were learned from some pages. */
function faultsOf(pages: readonly LearnedPage[], learned: readonly string[]): string[] {
  const left = alike(pages, learned)
  const helps = (name: string): boolean => alike(pages, [...learned, name]) < left
  const isNeeded = (_: string, i: number): boolean =>
    alike(pages, learned.slice(0, i + 1)) < alike(pages, learned.slice(0, i))
  const isOneEnough = NAMES.some((name) => alike(pages, [name]) === 0)
  const most = alike(pages, []) === 0 ? 0 : isOneEnough ? 1 : 4
  return [
    learned.length > most ? `More than ${most}` : '',
    new Set(learned).size < learned.length ? 'One twice' : '',
    learned.length < 4 && NAMES.some(helps) ? 'One is missing' : '',
    learned.every(isNeeded) ? '' : 'One is not needed',
  ].filter((fault) => fault !== '')
}

it('what is learned tells pages apart as far as four parameters can, and needs each of them', () => {
  assert(
    property(Pages, (pages) => {
      const learned = learnParameters(pages, { isOther: () => false, typed: [] })
      expect(faultsOf(pages, learned)).toEqual([])
    }),
    { numRuns: 400 },
  )
})
