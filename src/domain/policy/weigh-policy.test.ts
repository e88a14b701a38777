import { expect, it } from 'vitest'
import { readRobotsLines } from '../../protocol/policy/layers/read-robots.ts'
import { USES } from '../../protocol/policy/ask-policy.ts'
import { TARGET_REGISTRY } from '../../protocol/targets/registry.ts'
import type { SiteSignals } from './site-signals.ts'
import { weighPolicy } from './weigh-policy.ts'

const NOTHING: SiteSignals = {
  readAt: 0,
  url: 'https://coast.example/',
  robotsTxt: null,
  contentUsage: null,
  askPolicy: null,
  askPolicyMeta: null,
  tdmReservation: null,
  tdmRep: null,
}
const URL_OF_PAGE = 'https://coast.example/tides'

it('decides each use once for each target of the registry', () => {
  const signals = { ...NOTHING, robotsTxt: 'User-agent: GPTBot\nDisallow: /' }
  const { uses } = weighPolicy({ rules: [] }, URL_OF_PAGE, signals)
  const decided = uses.flatMap(({ use, targets }) => targets.map((target) => `${use} ${target}`))
  const all = USES.flatMap((use) => TARGET_REGISTRY.targets.map(({ id }) => `${use} ${id}`))
  expect(decided.toSorted()).toEqual(all.toSorted())
  expect(uses.length).toBeLessThan(USES.length + 2)
})

it('shows rules of robots.txt as one line of the page’s path, without what nobody sees', () => {
  const robotsTxt = 'User-agent: *\nDisallow: /other\nDisallow: /ti\u200B*\u0007des'
  const signals = { ...NOTHING, robotsTxt: `${robotsTxt}\nDisallow: /tides ${'x'.repeat(900)}` }
  const { uses } = weighPolicy({ rules: [] }, URL_OF_PAGE, signals)
  const rules = uses.flatMap(({ layers }) => layers.map(({ rule }) => String(rule)))
  const isShown = (rule: string): boolean =>
    rule.length <= 200 && !rule.includes('\u0007') && !rule.includes('\u200B')
  expect(rules.every(isShown)).toBe(true)
})

it('lines of a group with tens of thousands of agents are bounded together', () => {
  const agents = Array.from({ length: 15_000 }, (_, i) => `User-agent: a${i}`)
  const rules = Array.from({ length: 8_000 }, () => 'Disallow: /')
  const lines = readRobotsLines([...agents, ...rules].join('\n'))
  const entries = [...lines.values()].reduce((sum, { length }) => sum + length, 0)
  expect(entries).toBeGreaterThan(0)
  expect(entries).toBeLessThanOrEqual(200_000)
})
