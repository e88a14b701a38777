import type { DemoEvent } from './demo-event.ts'
import type { DemoPage } from './demo-page.ts'
import { drawPerson } from './person.ts'
import { between, createRandom, deriveSeed, happens, type Random } from './random.ts'
import { pickLanding } from './reading.ts'
import { UTC_DAY_MS, pickTimeOfDayMs, visitorFactor } from './rhythm.ts'
import { demoPages, urlOf } from './site.ts'
import {
  pickReturnSource,
  pickSource,
  pickSpikeSource,
  type VisitSource,
  assistantSource,
} from './source.ts'
import { clickFactorOn, spikePath, spikeShareOn } from './story.ts'
import { type DraftEvent, visitEvents } from './visit.ts'

export { type DemoEvent, toNdjson } from './demo-event.ts'

/** Options of `generateEvents`; equal options give equal events. */
export type GenerateOptions = {
  seed: number
  /** UTC calendar days, the last being that of `endAt` and therefore usually incomplete. */
  days: number
  /** No event is later. */
  endAt: Date
  /** People on an average day, before the spike's extra ones. */
  visitorsPerDay: number
}

type Day = { startMs: number; number: number; options: GenerateOptions }

const RETURN_PROBABILITY = 0.15
/** Probability that the assistant sends a reader back to a page that they asked it about. */
const CITED_PROBABILITY = 0.08
const RETURN_AFTER_HOURS = { min: 0.6, max: 8 } as const
const HOUR_MS = 3_600_000

/** Events of the demo site ordered by time; throws RangeError for an invalid date. */
export function* generateEvents(options: GenerateOptions): Generator<DemoEvent> {
  const endMs = options.endAt.getTime()
  if (Number.isNaN(endMs)) throw new RangeError('endAt must be a valid date')
  const lastDayStartMs = Math.floor((endMs - 1) / UTC_DAY_MS) * UTC_DAY_MS
  for (let number = 0; number < options.days; number += 1) {
    const startMs = lastDayStartMs - (options.days - 1 - number) * UTC_DAY_MS
    yield* numberEvents({ startMs, number, options }, endMs)
  }
}

/** Orders the events of a day and names them; what falls outside the day or after the end is cut. */
function* numberEvents(day: Day, endMs: number): Generator<DemoEvent> {
  const prefix = `demo-${day.options.seed}-${new Date(day.startMs).toISOString().slice(0, 10)}`
  const dayEndMs = day.startMs + UTC_DAY_MS
  const drafts = dayEvents(day).toSorted((a, b) => a.atMs - b.atMs)
  for (const [index, { atMs, ...rest }] of drafts.entries()) {
    if (atMs >= dayEndMs || atMs > endMs) return
    const eventId = `${prefix}-${String(index + 1).padStart(5, '0')}`
    yield { eventId, at: new Date(atMs).toISOString(), ...rest }
  }
}

function dayEvents(day: Day): DraftEvent[] {
  const { seed, days, visitorsPerDay } = day.options
  // The seed comes from the day's place, not from its date, so the demo tells the same story at any time.
  const random = createRandom(deriveSeed(seed, day.number))
  const factor = visitorFactor(random, day.startMs, (day.number + 0.5) / days)
  const events: DraftEvent[] = []
  for (let rest = Math.round(visitorsPerDay * factor); rest > 0; rest -= 1) {
    events.push(...personEvents(random, day, pickSource(random), pickLanding(random)))
  }
  const quoted = demoPages.find((page) => page.path === spikePath)
  if (quoted === undefined) return events
  const extraVisitors = Math.round(visitorsPerDay * spikeShareOn(day.number, days))
  for (let rest = extraVisitors; rest > 0; rest -= 1) {
    events.push(...personEvents(random, day, pickSpikeSource(random), quoted))
  }
  return events
}

/** Events of one person on one day: a visit and sometimes a second one, perhaps by a link in the assistant's answer. */
function personEvents(
  random: Random,
  day: Day,
  source: VisitSource,
  landing: DemoPage,
): DraftEvent[] {
  const person = drawPerson(random, source)
  const startMs = day.startMs + pickTimeOfDayMs(random, person.utcOffsetHours)
  const clickFactor = clickFactorOn(day.number, day.options.days)
  const first = visitEvents(random, { person, source, landing, startMs, clickFactor })
  const click = first.find(({ kind }) => kind === 'ai_click')
  const cited = happens(random, CITED_PROBABILITY) ? click?.target : undefined
  if (!cited && !happens(random, RETURN_PROBABILITY)) return first
  const again = {
    person,
    source: cited ? assistantSource(cited) : pickReturnSource(random),
    landing: (cited && demoPages.find((page) => urlOf(page) === click?.url)) || pickLanding(random),
    startMs: startMs + between(random, RETURN_AFTER_HOURS.min, RETURN_AFTER_HOURS.max) * HOUR_MS,
    clickFactor,
  }
  return first.concat(visitEvents(random, again))
}
