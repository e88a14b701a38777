import { describe, expect, it } from 'vitest'
import {
  type DemoEvent,
  generateEvents,
  type GenerateOptions,
  toNdjson,
} from './generate-events.ts'
import { demoPages, siteOrigin, urlOf } from './site.ts'
import { isWithin, spikePath, storyOf } from './story.ts'

const DAY_MS = 86_400_000
const demo: GenerateOptions = {
  seed: 7,
  days: 30,
  endAt: new Date('2025-06-30T18:00:00.000Z'),
  visitorsPerDay: 350,
}
const firstDayMs = Date.parse('2025-06-01T00:00:00.000Z')
const events = [...generateEvents(demo)]
const pageByUrl = new Map(demoPages.map((page) => [urlOf(page), page]))

const dayOf = (event: DemoEvent) => Math.floor((Date.parse(event.at) - firstDayMs) / DAY_MS)
const ofKind = (kind: DemoEvent['kind'], among = events) => among.filter((e) => e.kind === kind)
const rate = (kind: DemoEvent['kind'], among = events) =>
  ofKind(kind, among).length / ofKind('impression', among).length
const share = (among: readonly DemoEvent[], test: (event: DemoEvent) => boolean) =>
  among.filter(test).length / among.length
const countriesOf = (pattern: RegExp) =>
  new Set(ofKind('question').flatMap((e) => (pattern.test(e.question!) ? e.country : [])))
const traitsOf = (event: DemoEvent) => `${dayOf(event)} ${event.device} ${event.country}`
const isUse = (event: DemoEvent) => event.kind !== 'impression' && event.kind !== 'referral'

describe('generateEvents', () => {
  it('generateEvents repeats itself for equal options and differs for another seed', () => {
    const short = { ...demo, days: 3 }
    const text = (seed: number) => [...generateEvents({ ...short, seed })].map(toNdjson).join('')
    expect(text(7)).toBe(text(7))
    expect(text(8)).not.toBe(text(7))
  })

  it('has the size of a month at a small publisher', () => {
    expect(events.length).toBeGreaterThan(25_000)
    expect(events.length).toBeLessThan(40_000)
  })

  it('orders events by time', () => {
    const isOrdered = events.every((event, i) => i === 0 || events[i - 1]!.at <= event.at)
    expect(isOrdered).toBe(true)
  })

  it('never repeats an id, not even across seeds', () => {
    const others = [...generateEvents({ ...demo, seed: 8 })]
    const ids = [...events, ...others].map((event) => event.eventId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(['2025-06-30T18:00:00.000Z', '2025-07-01T00:00:00.000Z', '2025-06-30T00:00:01.000Z'])(
    'fills the days before %s and stops there',
    (end) => {
      const some = [...generateEvents({ ...demo, days: 3, endAt: new Date(end) })]
      expect(some.at(-1)!.at <= end).toBe(true)
      expect(some[0]!.at.slice(0, 10)).toBe('2025-06-28')
    },
  )

  it('tells the same story in any week', () => {
    const weekMs = 7 * DAY_MS
    const endAt = new Date(demo.endAt.getTime() + weekMs)
    const later = [...generateEvents({ ...demo, days: 3, endAt })]
    const story = (event: DemoEvent, shiftMs: number) => ({
      ...event,
      eventId: '',
      at: Date.parse(event.at) - shiftMs,
    })
    const now = [...generateEvents({ ...demo, days: 3 })].map((event) => story(event, 0))
    expect(later.map((event) => story(event, weekMs))).toEqual(now)
  })

  it('only cuts the last day when the end moves within it', () => {
    const earlier = [...generateEvents({ ...demo, endAt: new Date('2025-06-30T09:00:00.000Z') })]
    expect(earlier).toEqual(events.slice(0, earlier.length))
    expect(earlier.length).toBeLessThan(events.length)
  })

  it('copes with other lengths', () => {
    expect([...generateEvents({ ...demo, days: 0 })]).toEqual([])
    expect([...generateEvents({ ...demo, days: 1, visitorsPerDay: 5 })].length).toBeGreaterThan(0)
  })

  it('refuses an invalid date', () => {
    expect(() => [...generateEvents({ ...demo, endAt: new Date('soon') })]).toThrow(RangeError)
  })
})

describe('an event', () => {
  it('an event has the fields of its kind and no others', () => {
    const own = { impression: [], referral: ['referrer'], share: ['method'] }
    const fieldsByKind: Record<DemoEvent['kind'], string[]> = {
      ...own,
      ai_click: ['target'],
      question: ['target', 'question'],
    }
    const always = ['eventId', 'at', 'kind', 'url', 'title', 'visitor', 'device']
    const wrong = events.filter((event) => {
      const expected = [...always, ...fieldsByKind[event.kind]]
      const optional = new Set([...expected, 'referrer', 'country'])
      const keys = Object.keys(event)
      return !expected.every((key) => keys.includes(key)) || !keys.every((key) => optional.has(key))
    })
    expect(wrong).toEqual([])
  })

  it('an event has a time in UTC, a known page and absolute addresses', () => {
    const wrong = events.filter(
      (event) =>
        new Date(event.at).toISOString() !== event.at ||
        pageByUrl.get(event.url)?.title !== event.title ||
        (event.referrer !== undefined && !URL.canParse(event.referrer)) ||
        (event.country !== undefined && !/^[A-Z]{2}$/.test(event.country)),
    )
    expect(wrong).toEqual([])
  })

  it('an event asks only questions of its page', () => {
    const wrong = ofKind('question').filter(
      (event) => !pageByUrl.get(event.url)!.questions.includes(event.question!),
    )
    expect(wrong).toEqual([])
  })

  it('readers ask in German only from Germany and in Japanese only from Japan', () => {
    expect(countriesOf(/^W(?:ie|as|ann) /)).toEqual(new Set(['DE']))
    expect(countriesOf(/\p{Script=Hiragana}/u)).toEqual(new Set(['JP']))
  })
})

describe('a visitor', () => {
  const eventsByVisitor = new Map<string, DemoEvent[]>()
  for (const event of events) {
    eventsByVisitor.set(event.visitor, [...(eventsByVisitor.get(event.visitor) ?? []), event])
  }
  const days = [...eventsByVisitor.values()]

  it('a visitor lives for a day, with one device and one country', () => {
    expect(days.filter((day) => new Set(day.map(traitsOf)).size > 1)).toEqual([])
  })

  it('a visitor sometimes comes back hours later', () => {
    const spansMs = days.map((day) => Date.parse(day.at(-1)!.at) - Date.parse(day[0]!.at))
    const returned = spansMs.filter((spanMs) => spanMs > 3_600_000).length
    expect(returned / days.length).toBeGreaterThan(0.05)
    expect(returned / days.length).toBeLessThan(0.25)
  })

  it('a visitor from an assistant starts with a referral, and has one more after a click on it at most', () => {
    const referred = days.filter((day) => day.some((event) => event.kind === 'referral'))
    expect(referred.length).toBeGreaterThan(500)
    const unexplained = referred.filter((day) => {
      const later = day.findLastIndex((event) => event.kind === 'referral')
      return later > 0 && !day.slice(0, later).some((event) => event.kind === 'ai_click')
    })
    expect(unexplained).toEqual([])
    const returned = referred.filter((day) => day.slice(1).some(({ kind }) => kind === 'referral'))
    expect(returned.length / days.length).toBeGreaterThan(0.002)
    expect(referred.filter((day) => ofKind('referral', day).length > 2)).toEqual([])
  })

  it('a visitor sees the widget before using it', () => {
    const wrong = days.filter((day) => {
      const seen = new Set<string>()
      return day.some((event) => {
        if (event.kind === 'impression') seen.add(event.url)
        return isUse(event) && !seen.has(event.url)
      })
    })
    expect(wrong).toEqual([])
  })
})

describe('the traffic', () => {
  it('the traffic has believable rates', () => {
    expect(rate('ai_click')).toBeGreaterThan(0.04)
    expect(rate('ai_click')).toBeLessThan(0.07)
    expect(rate('question')).toBeGreaterThan(0.02)
    expect(rate('question')).toBeLessThan(0.04)
    expect(rate('share')).toBeGreaterThan(0.01)
    expect(rate('share')).toBeLessThan(0.02)
    expect(rate('referral')).toBeGreaterThan(0.04)
    expect(rate('referral')).toBeLessThan(0.09)
  })

  it('readers prefer engines in the usual order', () => {
    const clicks = ofKind('ai_click')
    const shareOf = (engine: string) => share(clicks, (event) => event.target === engine)
    expect(shareOf('chatgpt')).toBeGreaterThan(0.48)
    expect(shareOf('chatgpt')).toBeLessThan(0.66)
    for (const engine of ['claude', 'perplexity', 'gemini']) {
      expect(shareOf(engine)).toBeGreaterThan(0.07)
      expect(shareOf(engine)).toBeLessThan(0.22)
    }
    expect(shareOf('copilot')).toBeGreaterThan(0.02)
  })

  it('readers come from search, assistants, other sites and nowhere', () => {
    const impressions = ofKind('impression')
    const from = (origin: string) =>
      share(impressions, (e) => e.referrer?.startsWith(origin) === true)
    expect(from('https://www.google.com/')).toBeGreaterThan(0.15)
    expect(from('https://chatgpt.com/')).toBeGreaterThan(0.015)
    expect(from('https://www.perplexity.ai/')).toBeGreaterThan(0.005)
    expect(from('https://harbourpost.example/')).toBeGreaterThan(0.01)
    expect(from(siteOrigin)).toBeGreaterThan(0.4)
    expect(share(impressions, (e) => e.referrer === undefined)).toBeGreaterThan(0.08)
  })

  it('the traffic follows the week, the day and a slow growth', () => {
    const ordinary = ofKind('impression').filter((e) => !isWithin(storyOf(30).spike, dayOf(e)))
    const onDay = (day: number) => ordinary.filter((event) => dayOf(event) === day).length
    const atHour = (hour: number) => share(ordinary, (e) => new Date(e.at).getUTCHours() === hour)
    // 2025-06-01 is a Sunday.
    expect(onDay(7 - 1)).toBeGreaterThan(onDay(3 - 1) * 1.2)
    expect(onDay(14 - 1)).toBeGreaterThan(onDay(10 - 1) * 1.2)
    expect(onDay(29 - 1)).toBeGreaterThan(onDay(1 - 1) * 1.15)
    expect(atHour(20)).toBeGreaterThan(atHour(4) * 3)
  })

  it('the site has a few popular pages and a long tail that is still read', () => {
    const counts = demoPages.map((page) =>
      share(ofKind('impression'), (e) => e.url === urlOf(page)),
    )
    const sorted = counts.toSorted((a, b) => b - a)
    expect(sorted[0]).toBeGreaterThan(sorted[11]! * 4)
    expect(sorted.at(-1)).toBeGreaterThan(0.005)
  })
})

describe('the story', () => {
  const { sag, spike } = storyOf(demo.days)

  it('AI clicks sag for a week while impressions go on', () => {
    const during = events.filter((event) => isWithin(sag, dayOf(event)))
    const otherwise = events.filter((event) => !isWithin(sag, dayOf(event)))
    expect(sag.dayCount).toBe(7)
    expect(rate('ai_click', during)).toBeGreaterThan(0.02)
    expect(rate('ai_click', during)).toBeLessThan(rate('ai_click', otherwise) * 0.6)
    expect(ofKind('impression', during).length / 7).toBeGreaterThan(500)
  })

  it('one page spikes for three days through assistants', () => {
    const ofPage = events.filter((event) => event.url === siteOrigin + spikePath)
    const during = ofPage.filter((event) => isWithin(spike, dayOf(event)))
    const otherwise = ofPage.filter((event) => !isWithin(spike, dayOf(event)))
    const perDay = (among: DemoEvent[], days: number) => ofKind('impression', among).length / days
    expect(perDay(during, 3)).toBeGreaterThan(perDay(otherwise, 27) * 5)
    expect(ofKind('referral', during).length).toBeGreaterThan(300)
    expect(
      share(ofKind('referral', during), (e) => e.referrer === 'https://www.perplexity.ai/'),
    ).toBeGreaterThan(0.5)
  })

  it('sag and spike lie apart and inside the window from 15 days on', () => {
    for (let days = 15; days <= 90; days += 1) {
      const story = storyOf(days)
      expect(story.spike.firstDay).toBeGreaterThanOrEqual(story.sag.firstDay + story.sag.dayCount)
      expect(story.spike.firstDay + story.spike.dayCount).toBeLessThanOrEqual(days)
    }
  })
})

describe('toNdjson', () => {
  it('writes one line that reads back as the event', () => {
    const line = toNdjson(events[0]!)
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line)).toEqual(events[0])
  })
})
