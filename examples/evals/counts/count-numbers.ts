import {
  all,
  count,
  days,
  type Holds,
  is,
  readerOf,
  readers,
  sessions,
  tally,
} from './counted-event.ts'

const SEPTEMBER = days('2026-09-01', '2026-09-30')
const OCTOBER = days('2026-10-01', '2026-10-31')
const NOVEMBER = days('2026-11-01', '2026-11-20')
const LAST_28 = days('2026-10-24', '2026-11-20')
const LAST_30 = days('2026-10-22', '2026-11-20')
const THIS_WEEK = days('2026-11-16', '2026-11-20')
const LAST_WEEK = days('2026-11-09', '2026-11-15')
const WEEK_BEFORE = days('2026-11-02', '2026-11-08')
const WEEK_38 = days('2026-09-14', '2026-09-20')
const WEEK_42 = days('2026-10-12', '2026-10-18')
const LAST_7 = days('2026-11-14', '2026-11-20')
const YESTERDAY = days('2026-11-19')

const CLICK = is({ kind: 'ai_click' })
const REFERRAL = is({ kind: 'referral' })
const IMPRESSION = is({ kind: 'impression' })

/** Counts of events, readers and visits, by name. Each goes through the whole list of events. */
export const COUNTS_OF_NUMBERS: Readonly<Record<string, () => number | string>> = {
  'visitors-last-month': () => readers(OCTOBER),
  'visitors-yesterday': () => readers(YESTERDAY),
  'visitors-7d': () => readers(LAST_7),
  'visitors-on-sunday': () => readers(days('2026-11-15')),
  'visitors-october-14': () => readers(days('2026-10-14')),
  'visitors-yesterday-at-20': () => readers(YESTERDAY, is({ hour: '20' })),
  'visitors-at-20': () => hourly('20'),
  'german-visitors-october': () => readers(OCTOBER, is({ country: 'DE' })),
  'austrian-visitors-october': () => readers(OCTOBER, is({ country: 'AT' })),
  'mobile-visitors-28d': () => readers(LAST_28, is({ device: 'mobile' })),
  'german-speakers-28d': () => readers(LAST_28, ({ language }) => language.startsWith('de-')),
  'sunday-visitors-october': () => readers(OCTOBER, is({ weekday: 'Sun' })),
  'home-visitors-october': () => readers(OCTOBER, is({ url: '/' })),
  'top-country-28d': () => tally(all(LAST_28), ({ country }) => country)[0]?.[0] ?? '',
  'busiest-day-october': () => busiestDay(),
  'sessions-28d': () => sessions(LAST_28),
  'sessions-october-25': () => sessions(days('2026-10-25')),
  'forum-sessions-28d': () => sessions(LAST_28, is({ referrer: 'https://paddlers.example/forum' })),
  'impressions-october': () => count(OCTOBER, IMPRESSION),
  'tides-impressions-30d': () => count(LAST_30, IMPRESSION, is({ url: '/guides/tides' })),
  'clicks-ever': () => count(CLICK),
  'clicks-october': () => count(OCTOBER, CLICK),
  'clicks-this-month': () => count(NOVEMBER, CLICK),
  'clicks-this-week': () => count(THIS_WEEK, CLICK),
  'clicks-week-38': () => count(WEEK_38, CLICK),
  'click-rate-30d': () => count(LAST_30, CLICK) / count(LAST_30, IMPRESSION),
  'shipping-clicks-lost': () =>
    count(LAST_WEEK, CLICK, is({ url: '/shipping' })) -
    count(WEEK_BEFORE, CLICK, is({ url: '/shipping' })),
  'tides-chatgpt-clicks-october': () =>
    count(OCTOBER, CLICK, is({ url: '/guides/tides', engine: 'chatgpt' })),
  'german-mobile-clicks-october': () =>
    count(OCTOBER, CLICK, is({ country: 'DE', device: 'mobile' })),
  'top-engine-28d': () => tally(all(LAST_28, CLICK), ({ engine }) => engine)[0]?.[0] ?? '',
  'engine-that-grew-most': () => grownMost(),
  'explain-click-rate-28d': () =>
    count(LAST_28, CLICK, is({ promptKind: 'explain' })) /
    count(LAST_28, IMPRESSION, is({ promptKind: 'explain' })),
  'ai-share-28d': () => count(LAST_28, REFERRAL) / sessions(LAST_28),
  'claude-referrals-october': () => count(OCTOBER, REFERRAL, is({ engine: 'claude' })),
  'perplexity-referrals-28d': () => count(LAST_28, REFERRAL, is({ engine: 'perplexity' })),
  'shipping-referrals-28d': () => count(LAST_28, REFERRAL, is({ url: '/shipping' })),
  'referrals-week-42': () => count(WEEK_42, REFERRAL),
  'events-october': () => count(OCTOBER),
  'events-7d': () => count(LAST_7),
  'clickers-who-return-28d': () => returned(),
  'viewers-who-click-28d': () => viewersWhoClick(LAST_28) / readers(LAST_28, IMPRESSION),
  'viewers-lost-october': () => readers(OCTOBER, IMPRESSION) - viewersWhoClick(OCTOBER),
  'mobile-viewers-october': () => readers(OCTOBER, IMPRESSION, is({ device: 'mobile' })),
  'shipping-readers-to-chatgpt-october': () =>
    readers(OCTOBER, CLICK, is({ url: '/shipping', engine: 'chatgpt' })),
  'groups-over-10-clicks-october': () =>
    tally(all(OCTOBER, CLICK), ({ country, device }) => `${country} ${device}`).filter(
      ([, clicks]) => clicks > 10,
    ).length,
  'pages-with-50-phones-october': () => {
    const paths = new Set(all(OCTOBER).map(({ url }) => url))
    const phones = (url: string): number => readers(OCTOBER, is({ url, device: 'mobile' }))
    return [...paths].filter((url) => phones(url) >= 50).length
  },
}

/** Readers of an hour of the day; a reader counts again in another hour of the same day. */
const hourly = (hour: string): number => readers(LAST_28, is({ hour }))

function busiestDay(): string {
  const people = new Map<string, Set<string>>()
  for (const event of all(OCTOBER)) {
    const known = people.get(event.day) ?? new Set()
    people.set(event.day, known.add(event.visitor))
  }
  const [busiest] = [...people].toSorted(([, a], [, b]) => b.size - a.size)
  return busiest?.[0] ?? ''
}

/** Finds the engine whose clicks a day changed most from September to October. */
function grownMost(): string {
  const changeOf = (engine: string): number =>
    count(OCTOBER, CLICK, is({ engine })) / 31 - count(SEPTEMBER, CLICK, is({ engine })) / 30
  const engines = [...new Set(all(CLICK).map(({ engine }) => engine))]
  const [most] = engines.toSorted((a, b) => Math.abs(changeOf(b)) - Math.abs(changeOf(a)))
  return most ?? ''
}

/** Counts readers who open an AI, and come from one at that time or after it, on the same day. */
function returned(): number {
  const comers = new Set<string>()
  for (const click of all(LAST_28, CLICK)) {
    const isBack = all(LAST_28, REFERRAL).some(
      (one) => readerOf(one) === readerOf(click) && one.at >= click.at,
    )
    if (isBack) comers.add(readerOf(click))
  }
  return comers.size
}

/** Counts readers who open an AI on the day of their impression; midnight may lie between the two. */
function viewersWhoClick(when: Holds): number {
  const viewers = new Set(all(when, IMPRESSION).map(readerOf))
  return readers(when, CLICK, (event) => viewers.has(readerOf(event)))
}
