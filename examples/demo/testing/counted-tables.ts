import { by, count, COUNTS, interval, type RawEvent, readers, SHARES } from './recount.ts'

/** Events of the last month, of the one before it, and of all days. */
export interface Months {
  ever: readonly RawEvent[]
  now: readonly RawEvent[]
  before: readonly RawEvent[]
}

/** The value that a cell must show; undefined where it has words without a number. */
export type Told = number | string | null | undefined

/** Every row that a table of the demo may have, as the raw events have it. */
export interface CountedTable {
  rows: readonly (readonly Told[])[]
  /** The column with the name of a row. */
  name: number
  /** The column whose largest values the table has; undefined where it has all rows. */
  ranked?: number
}

const WORDS = undefined

const changeOf = (value: number, before: number): number | null =>
  before === 0 ? null : ((value - before) / before) * 100

/** Rows of an overview: value, interval, the value before, the change in percent. */
export function overview({ now, before }: Months): CountedTable {
  const counts = Object.entries(COUNTS).map(([name, of]) => {
    const [value, earlier] = [of(now), of(before)]
    return [name, value, null, null, earlier, changeOf(value, earlier), WORDS, WORDS]
  })
  const shares = Object.entries(SHARES).map(([name, of]) => {
    const [share, earlier] = [of(now), of(before)]
    const [value, valueBefore] = [share[0] / share[1], earlier[0] / earlier[1]]
    return [
      name,
      value,
      ...interval(share),
      valueBefore,
      changeOf(value, valueBefore),
      WORDS,
      WORDS,
    ]
  })
  // The demo has no page views, so their share has no value.
  const noShare = ['ai_referral_share', null, null, null, null, null, WORDS, null]
  return { rows: [...counts, ...shares, noShare], name: 0 }
}

/** Rows of the engines that visits came from: visits, and the share of their readers who did something. */
export const arrivals = ({ now }: Months): CountedTable => ({
  rows: [...by(now, ({ arrival }) => arrival)].map(([engine, events]) => [
    engine,
    COUNTS['sessions']?.(events),
    ...shareCells('engagement_rate', events),
  ]),
  name: 0,
  ranked: 1,
})

function shareCells(name: string, events: readonly RawEvent[]): number[] {
  const share = SHARES[name]?.(events) ?? [0, 0]
  return [share[0] / share[1], ...interval(share)]
}

/** Rows of pages: visits from assistants that began there, its click rate, and the change of the first. */
export function pages({ now, before }: Months): CountedTable {
  const earlier = by(before, ({ path }) => path)
  const rows = [...by(now, ({ path }) => path)].map(([path, events]) => {
    const value = count(events, 'referral')
    const valueBefore = count(earlier.get(path) ?? [], 'referral')
    const change = changeOf(value, valueBefore)
    const isFactor = change !== null && change >= 900
    const told = isFactor ? value / valueBefore : change
    return [path, value, ...shareCells('ai_ctr', events), null, told, WORDS]
  })
  return { rows, name: 0, ranked: 1 }
}

/** Rows of topics: questions, askers, questions before, change, the first day of all, pages. */
export function topics({ ever: all, now, before }: Months): CountedTable {
  const ever = by(all, ({ topic }) => topic)
  const earlier = by(before, ({ topic }) => topic)
  const rows = [...by(now, ({ topic }) => topic)].map(([topic, events]) => {
    const valueBefore = earlier.get(topic)?.length ?? 0
    const change = changeOf(events.length, valueBefore)
    const first = ever.get(topic)?.[0]?.day
    const [page] = most(by(events, ({ path }) => path))
    return [topic, events.length, readers(events), valueBefore, change, WORDS, WORDS, first, page]
  })
  return { rows, name: 0, ranked: 1 }
}

/** Rows of questions: how often each was asked, on which page most. */
export const questions = ({ now }: Months): CountedTable => ({
  rows: [...by(now, ({ question }) => question)].map(([question, events]) => [
    events.length,
    most(by(events, ({ path }) => path))[0],
    question,
  ]),
  name: 2,
  ranked: 0,
})

/** The names of the largest parts, first of all the largest. */
const most = (parts: ReadonlyMap<string, readonly RawEvent[]>): string[] =>
  [...parts].toSorted(([, a], [, b]) => b.length - a.length).map(([name]) => name)

/** Rows of what drove AI clicks: clicks in both months, their difference, and its part of the whole one. */
export function drivers({ now, before }: Months) {
  const row = (name: string, value: number, valueBefore: number): Told[] => {
    const effect = value - valueBefore
    const whole = count(now, 'ai_click') - count(before, 'ai_click')
    return [WORDS, name, value, valueBefore, effect, effect / whole, WORDS, WORDS]
  }
  const part = (dimension: 'path' | 'engine'): Told[][] => {
    const clicksOf = (side: readonly RawEvent[]): Map<string, RawEvent[]> =>
      by(
        side.filter(({ kind }) => kind === 'ai_click'),
        (event) => event[dimension],
      )
    const here = clicksOf(now)
    const there = clicksOf(before)
    return [...new Set([...here.keys(), ...there.keys()])].map((name) =>
      row(name, here.get(name)?.length ?? 0, there.get(name)?.length ?? 0),
    )
  }
  return {
    total: row('', count(now, 'ai_click'), count(before, 'ai_click')),
    path: part('path'),
    engine: part('engine'),
  }
}
