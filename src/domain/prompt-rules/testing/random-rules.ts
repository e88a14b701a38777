import type { RuleSubject } from '../rule-subject.ts'
import type { PromptRule, RuleActions, RuleMatch } from '../rule-input.ts'
import { PAGE_STATUSES, PAGE_TYPES, PROMPT_KINDS } from '../vocabulary.ts'

/** Makes a source of numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

// There are few words, so that rules and pages meet often.
const SEGMENTS = ['a', 'b', 'ab', 'ba', 'aab', '']
const GLOB_SEGMENTS = [
  ...SEGMENTS,
  '*',
  '**',
  '?',
  'a*',
  '*b',
  'a*b',
  '*a*',
  '?b',
  '{a,ab}',
  '{,b}',
]
const WORDS = ['tea', 'cup', 'hot tea', 'Tea Cup']
const LANGUAGES = ['en', 'en-GB', 'de', 'de-AT']

// These are parts of each other, so that one is often found within another.
const TITLE_PARTS = ['t', 'te', 'tea', 'ea c', 'tea and', 'cup and hot', 'up', 'ot', 'and tea cup']

/** Returns a condition without its `not`, so that conditions do not nest one level deeper. */
const plain = ({ not, ...own }: RuleMatch): RuleMatch => (not ? { ...own, tag: 'tea' } : own)

/** Draws pages and rules at random; the same seed gives the same ones. */
export class RandomRules {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = createRandom(seed)
  }

  below = (count: number): number => Math.floor(this.#random() * count)
  chance = (share: number): boolean => this.#random() < share
  some = <T>(items: readonly T[]): T[] => items.filter(() => this.chance(0.3))

  of = <T>(items: readonly T[]): T => {
    const [item] = items.slice(this.below(items.length))
    if (item === undefined) throw new RangeError('Nothing to draw from')
    return item
  }

  maybe = <K extends string, T>(key: K, share: number, make: () => T): { [key in K]?: T } => {
    if (!this.chance(share)) return {}
    // @NOTE a computed key of type K widens to string.
    return { [key]: make() } as { [key in K]: T }
  }

  path = (segments: readonly string[]): string =>
    `/${Array.from({ length: 1 + this.below(4) }, () => this.of(segments)).join('/')}`

  page = (): RuleSubject => ({
    path: this.path(SEGMENTS),
    host: this.of(['example.com', 'www.example.com', 'shop.example.com']),
    type: this.chance(0.1) ? null : this.of(PAGE_TYPES.slice(0, 3)),
    language: this.chance(0.1) ? null : this.of(LANGUAGES),
    title: this.chance(0.1) ? null : `${this.of(WORDS)} and ${this.of(WORDS)}`,
    tags: this.some(WORDS),
    schemaTypes: this.some(['Article', 'FAQPage']),
    wordCount: this.chance(0.1) ? null : this.below(10),
    publishedAt: this.chance(0.1) ? null : Date.UTC(2024, this.below(12)),
    author: this.chance(0.1) ? null : this.of(WORDS),
    status: this.of(PAGE_STATUSES.slice(0, 2)),
  })

  match = (share: number, depth = 0): RuleMatch => ({
    ...this.maybe('path', share * 2, () => this.path(GLOB_SEGMENTS)),
    ...this.maybe('host', share, () => this.of(['example.com', '*.example.com'])),
    ...this.maybe('type', share, () => this.of(PAGE_TYPES.slice(0, 3))),
    ...this.maybe('language', share, () => this.of(LANGUAGES)),
    ...this.maybe('titleContains', share, () => this.of(WORDS)),
    ...this.maybe('tag', share, () => this.of(WORDS)),
    ...this.maybe('schemaType', share, () => this.of(['Article', 'FAQPage'])),
    ...this.maybe('wordCount', share, () =>
      this.chance(0.5) ? { gte: this.below(5) } : { gte: 2, lte: 2 + this.below(8) },
    ),
    ...this.maybe('publishedAfter', share, () => `2024-0${1 + this.below(6)}-01`),
    ...this.maybe('publishedBefore', share, () => `2024-0${7 + this.below(3)}-01`),
    ...this.maybe('authorContains', share, () => this.of(WORDS)),
    ...this.maybe('status', share, () => this.of(PAGE_STATUSES.slice(0, 2))),
    ...(depth < 3
      ? {
          ...this.maybe('any', share * 2, () =>
            Array.from({ length: 1 + this.below(3) }, () => this.match(0.15, depth + 1)),
          ),
          ...this.maybe('not', share * 2, () => this.match(0.15, depth + 1)),
        }
      : {}),
  })

  /** Makes as many conditions as rules may have, in `any` and `not` as deep as they may stand. */
  wideMatch = (width: number): RuleMatch => {
    const one = (): RuleMatch =>
      this.of<() => RuleMatch>([
        () => ({ titleContains: this.of(TITLE_PARTS) }),
        () => ({ authorContains: this.of(TITLE_PARTS) }),
        () => ({ path: this.path(GLOB_SEGMENTS) }),
        () => ({ tag: this.of(WORDS), wordCount: { gte: this.below(9) } }),
        () => ({ wordCount: { gte: this.below(5), lte: 5 + this.below(5) } }),
        () => ({ not: { wordCount: { lte: this.below(9) } } }),
        () => ({ publishedAfter: `2024-0${1 + this.below(8)}-01` }),
        () => ({ not: { publishedBefore: `2024-0${1 + this.below(8)}-01`, language: 'en' } }),
        () => ({ type: this.of(PAGE_TYPES.slice(0, 3)), status: 'active' }),
        () => ({ host: this.of(['*.example.com', 'example.com']), schemaType: 'Article' }),
      ])()
    const some = () => Array.from({ length: 1 + this.below(width) }, one)
    return this.of<() => RuleMatch>([
      () => ({ any: some() }),
      () => ({ not: { any: some() } }),
      () => ({ any: [{ not: { any: some().slice(0, 4).map(plain) } }, ...some().slice(0, 4)] }),
      () => ({ not: { any: some() }, any: some() }),
    ])()
  }

  actions = (): RuleActions => {
    const kinds = PROMPT_KINDS.slice(0, 4)
    const addKinds = this.some(kinds)
    const removeKinds = this.some(kinds).filter((kind) => !addKinds.includes(kind))
    const text = () => `${this.of(WORDS)} ${this.below(3)}`
    const texts = () => [this.of(WORDS), text()]
    return {
      ...this.maybe('setTemplates', 0.3, () => [{ kind: this.of(kinds), template: text() }]),
      ...(addKinds.length > 0 ? { addKinds } : {}),
      ...(removeKinds.length > 0 ? { removeKinds } : {}),
      ...this.maybe('setTargets', 0.2, () => [this.of(['claude', 'chatgpt', 'perplexity'])]),
      ...this.maybe('prepend', 0.2, () => this.of(WORDS)),
      ...this.maybe('append', 0.2, () => this.of(WORDS)),
      ...this.maybe('vars', 0.3, () => ({ [this.of(['product', 'audience'])]: this.of(WORDS) })),
      ...this.maybe('setLanguage', 0.2, () => this.of(LANGUAGES)),
      ...this.maybe('setType', 0.2, () => this.of(PAGE_TYPES)),
      ...this.maybe('addTags', 0.3, texts),
      ...this.maybe('suggestQuestions', 0.3, texts),
      ...this.maybe('requireReview', 0.2, () => this.chance(0.5)),
      ...this.maybe('disableWidget', 0.2, () => this.chance(0.5)),
      ...this.maybe('excludeFromScan', 0.2, () => this.chance(0.5)),
      ...this.maybe('trackQuery', 0.3, () => ({ text: text(), tags: texts() })),
    }
  }

  /** Makes lists that soon are longer than a page's may be. */
  wideActions = (): RuleActions => {
    const texts = (count: number, of: number) =>
      Array.from({ length: 1 + this.below(count) }, () => `${this.of(WORDS)} ${this.below(of)}`)
    const names = Array.from({ length: 1 + this.below(6) }, () => `v${this.below(40)}`)
    return {
      ...this.maybe('addTags', 0.5, () => texts(20, 30)),
      ...this.maybe('suggestQuestions', 0.5, () => texts(5, 12)),
      ...this.maybe('trackQuery', 0.5, () => ({ text: texts(1, 12).join(''), tags: [] })),
      ...this.maybe('vars', 0.5, () =>
        Object.fromEntries(names.map((name) => [name, this.of(WORDS)])),
      ),
    }
  }

  rules = (count: number): PromptRule[] =>
    Array.from({ length: count }, (_, i) => ({
      id: `r${i}`,
      position: this.below(count),
      enabled: this.chance(0.9),
      stop: this.chance(0.02),
      match: this.match(this.of([0.02, 0.06, 0.12])),
      actions: this.actions(),
    }))
}
