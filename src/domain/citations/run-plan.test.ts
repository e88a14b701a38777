import { expect, it } from 'vitest'
import type { CitationEngine } from './engines.ts'
import { countAffordable, planChecks } from './run-plan.ts'

const ENGINES: CitationEngine[] = ['chatgpt', 'claude', 'fake']
const QUERIES = [11, 12, 13, 14]

const plan = planChecks({
  engines: ENGINES,
  queries: QUERIES,
  only: new Map([[13, ['claude']]]),
  replicas: 2,
})

it('asks each engine that a query is for once a replica, and nobody twice', () => {
  const keys = plan.map(({ queryNum, engine, replica }) => `${queryNum} ${engine} ${replica}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).toHaveLength(2 * (3 * 3 + 1))
  expect(plan.map(({ place }) => place)).toEqual(keys.map((_, i) => i))
  expect(keys.filter((one) => one.startsWith('13'))).toEqual(['13 claude 1', '13 claude 2'])
})

it('asks every query before any a second time, by different engines, and replicas last', () => {
  expect(plan.slice(0, 4).map(({ queryNum, engine }) => [queryNum, engine])).toEqual([
    [11, 'chatgpt'],
    [12, 'claude'],
    [13, 'claude'],
    [14, 'chatgpt'],
  ])
  expect(plan.map(({ replica }) => replica)).toEqual(
    plan.map((_, i) => (i < plan.length / 2 ? 1 : 2)),
  )
})

it('is the same for the queries that its first checks are about', () => {
  const first = plan.slice(0, 2)
  const queries = [...new Set(first.map(({ queryNum }) => queryNum))]
  const again = planChecks({ engines: ENGINES, queries, only: new Map(), replicas: 2 })
  expect(again.slice(0, 2)).toEqual(first)
})

it('takes as many checks as are paid, and those that cost nothing besides', () => {
  const most = 3
  const taken = plan.slice(0, countAffordable(plan, most))
  expect(taken.filter(({ engine }) => engine !== 'fake')).toHaveLength(most)
  expect(countAffordable(plan, 0)).toBe(0)
  expect(countAffordable(plan, Number.POSITIVE_INFINITY)).toBe(plan.length)
})
