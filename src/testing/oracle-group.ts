import { dateOf } from './oracle-calendar.ts'
import type { OracleEvent } from './oracle-events.ts'

const IMPRESSION = 1
const CLICK = 2
const SHARE = 3
const QUESTION = 4
const REFERRAL = 5
const PAGEVIEW = 6
const COUNTED: Readonly<Record<string, number>> = {
  impressions: IMPRESSION,
  ai_clicks: CLICK,
  shares: SHARE,
  questions: QUESTION,
  ai_referrals: REFERRAL,
  pageviews: PAGEVIEW,
}
const PER_IMPRESSION: Readonly<Record<string, number>> = {
  ai_ctr: CLICK,
  share_rate: SHARE,
  question_rate: QUESTION,
}
const PER_PROMPTED_IMPRESSION: Readonly<Record<string, number>> = {
  prompt_ctr: CLICK,
  prompt_share_rate: SHARE,
}
const PER_VIEWER: Readonly<Record<string, readonly number[]>> = {
  ai_click_rate: [CLICK],
  engagement_rate: [CLICK, SHARE, QUESTION],
}
const DAY_MS = 86_400_000

/** The period of an event: a reader counts once within one period. */
export type Period = (event: OracleEvent) => string

/** The events of one row, and what they come to. */
export class OracleGroup {
  readonly events: OracleEvent[] = []
  readonly #period: Period
  readonly #zone: string

  constructor(period: Period, zone: string) {
    this.#period = period
    this.#zone = zone
  }

  /** `wholeClicks`: the clicks of all groups that differ from this one by engine alone. */
  metric(name: string, wholeClicks: number): number | null {
    const kind = COUNTED[name]
    if (kind !== undefined) return this.#count(kind)
    const ratio = PER_IMPRESSION[name]
    if (ratio !== undefined) return divide(this.#count(ratio), this.#count(IMPRESSION))
    const prompted = PER_PROMPTED_IMPRESSION[name]
    if (prompted !== undefined) return divide(this.#prompted(prompted), this.#prompted(IMPRESSION))
    const readers = PER_VIEWER[name]
    if (readers) return divide(this.#visitors(is(...readers)), this.#visitors(is(IMPRESSION)))
    return this.#other(name, wholeClicks)
  }

  #other(name: string, wholeClicks: number): number | null {
    switch (name) {
      case 'visitors':
        return this.#visitors(() => true)
      case 'sessions':
        return this.#sessions()
      case 'ai_referral_share':
        return this.#count(PAGEVIEW) === 0 ? null : divide(this.#count(REFERRAL), this.#sessions())
      case 'return_rate':
        return this.#returnRate()
      case 'target_mix':
        return divide(this.#count(CLICK), wholeClicks)
      default:
        throw new Error(`The oracle knows no ${name}`)
    }
  }

  clicks(): number {
    return this.#count(CLICK)
  }

  #count(kind: number): number {
    return this.events.filter((event) => event.kind === kind).length
  }

  #prompted(kind: number): number {
    return this.events.filter(
      (e) => e.kind === kind && (e.promptKind !== '(none)' || e.promptId !== '(none)'),
    ).length
  }

  #sessions(): number {
    return this.events.filter(({ begins }) => begins).length
  }

  #visitors(counts: (event: OracleEvent) => boolean): number {
    const counted = this.events.filter(counts)
    return new Set(counted.map((event) => `${this.#period(event)} ${event.visitor}`)).size
  }

  #returnRate(): number | null {
    const pairOf = (e: OracleEvent) => `${dateOf(this.#zone, e.at)} ${e.visitor} ${e.engine}`
    const withEngine = this.events.filter(({ engine }) => engine !== '(none)')
    const clicks = new Map<string, OracleEvent[]>()
    for (const click of withEngine.filter(is(CLICK))) {
      clicks.set(pairOf(click), [...(clicks.get(pairOf(click)) ?? []), click])
    }
    const returned = new Set(
      withEngine
        .filter(is(REFERRAL))
        .filter((referral) =>
          (clicks.get(pairOf(referral)) ?? []).some(
            ({ at }) => at <= referral.at && referral.at - at <= DAY_MS,
          ),
        )
        .map(pairOf),
    )
    return divide(returned.size, clicks.size)
  }
}

const is =
  (...kinds: number[]) =>
  (event: OracleEvent): boolean =>
    kinds.includes(event.kind)

const divide = (a: number, b: number): number | null => (b === 0 ? null : a / b)
