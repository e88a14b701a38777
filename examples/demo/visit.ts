import type { DemoEvent } from './demo-event.ts'
import type { DemoPage } from './demo-page.ts'
import type { Person } from './person.ts'
import { between, happens, type Random, weightedPicker } from './random.ts'
import { pickNextPage, pickQuestion } from './reading.ts'
import { urlOf } from './site.ts'
import type { VisitSource } from './source.ts'

/** A visit of one person: the pages read in one sitting. */
export type ReaderVisit = {
  person: Person
  source: VisitSource
  landing: DemoPage
  startMs: number
  /** Factor on the usual rate of AI clicks. */
  clickFactor: number
}

/** An event before it has its number. */
export type DraftEvent = Omit<DemoEvent, 'eventId' | 'at'> & { atMs: number }

type Base = Omit<DraftEvent, 'kind' | 'atMs'>
type PageView = {
  base: Base
  page: DemoPage
  visit: ReaderVisit
  shownAtMs: number
  dwellMs: number
}

const IMPRESSION_PROBABILITY = 0.96
const CLICK_PROBABILITY = 0.055
const QUESTION_PROBABILITY = 0.028
const SHARE_PROBABILITY = 0.014
/** Readers who come from an assistant use the widget more often. */
const ASSISTANT_READER_FACTOR = 1.5

const MIN_DWELL_MS = 6_000
const MEAN_DWELL_MS = 75_000

const pickPageCount = weightedPicker([
  [1, 43],
  [2, 26],
  [3, 15],
  [4, 9],
  [5, 7],
])

const pickMobileMethod = weightedPicker<NonNullable<DemoEvent['method']>>([
  ['native', 50],
  ['copy_link', 35],
  ['copy_prompt', 15],
])

const pickDesktopMethod = weightedPicker<NonNullable<DemoEvent['method']>>([
  ['copy_link', 68],
  ['copy_prompt', 32],
])

/** Events of a visit, a `referral` first if it comes from an assistant; not ordered otherwise. */
export function visitEvents(random: Random, visit: ReaderVisit): DraftEvent[] {
  const { source } = visit
  const events: DraftEvent[] = []
  let page = visit.landing
  let base = baseOf(visit.person, page, source.by === 'direct' ? undefined : source.referrer)
  let atMs = visit.startMs
  if (source.by === 'assistant') {
    events.push({ ...base, kind: 'referral', atMs })
  }
  for (let remaining = pickPageCount(random); remaining > 0; remaining -= 1) {
    const shownAtMs = atMs + between(random, 300, 2_500)
    const dwellMs = MIN_DWELL_MS - MEAN_DWELL_MS * Math.log(1 - random())
    events.push(...pageViewEvents(random, { base, page, visit, shownAtMs, dwellMs }))
    atMs = shownAtMs + dwellMs
    const next = pickNextPage(random, page)
    base = baseOf(visit.person, next, urlOf(page))
    page = next
  }
  return events
}

function baseOf(person: Person, page: DemoPage, referrer: string | undefined): Base {
  return {
    url: urlOf(page),
    title: page.title,
    visitor: person.visitor,
    ...(referrer === undefined ? {} : { referrer }),
    ...(person.country === undefined ? {} : { country: person.country }),
    device: person.device,
  }
}

/** What one page view reports: nothing when the widget never came into sight. */
function pageViewEvents(random: Random, view: PageView): DraftEvent[] {
  if (!happens(random, IMPRESSION_PROBABILITY)) return []
  const { base, page, visit } = view
  const { person, source, clickFactor } = visit
  const interest = source.by === 'assistant' ? ASSISTANT_READER_FACTOR : 1
  const events: DraftEvent[] = [{ ...base, kind: 'impression', atMs: view.shownAtMs }]
  if (happens(random, CLICK_PROBABILITY * interest * clickFactor)) {
    const atMs = reactionMs(random, view)
    events.push({ ...base, kind: 'ai_click', target: person.engine, atMs })
  }
  if (happens(random, QUESTION_PROBABILITY * interest)) {
    const question = pickQuestion(random, page, person.language)
    const atMs = reactionMs(random, view)
    if (question !== undefined) {
      events.push({ ...base, kind: 'question', target: person.engine, question, atMs })
    }
  }
  if (happens(random, SHARE_PROBABILITY)) {
    const pickMethod = person.device === 'desktop' ? pickDesktopMethod : pickMobileMethod
    const atMs = reactionMs(random, view)
    events.push({ ...base, kind: 'share', method: pickMethod(random), atMs })
  }
  return events
}

/** A moment in the later part of a page view. */
function reactionMs(random: Random, view: PageView): number {
  return view.shownAtMs + view.dwellMs * between(random, 0.2, 1)
}
