import { AhoCorasick } from './aho-corasick.ts'
import { GlobIndex } from './glob-index.ts'
import type { RuleComparison, NumberKind, WordKind } from './match-tree.ts'
import type { ComparableSubject } from './rule-subject.ts'

/** The most characters of a language range of a rule. */
const MAX_LANGUAGE = 40

interface Span {
  num: number
  from: number
  to: number
}

/** The comparisons of a site's rules, each once and by its number: rules that ask the same share the answer. */
export class ComparisonTable {
  count = 0
  readonly numByKey: Readonly<Record<WordKind, Map<string, number>>> = {
    path: new Map(),
    host: new Map(),
    type: new Map(),
    language: new Map(),
    title: new Map(),
    tag: new Map(),
    schemaType: new Map(),
    author: new Map(),
    status: new Map(),
  }
  readonly spans: Readonly<Record<NumberKind, Map<string, Span>>> = {
    wordCount: new Map(),
    publishedAt: new Map(),
  }

  /** Returns the number of a comparison, a new one for a comparison that is not yet in the table. */
  numOf(comparison: RuleComparison): number {
    if ('key' in comparison) {
      const nums = this.numByKey[comparison.kind]
      const num = nums.get(comparison.key) ?? this.count++
      nums.set(comparison.key, num)
      return num
    }
    const { kind, from, to } = comparison
    const key = `${from} ${to}`
    const span = this.spans[kind].get(key) ?? { num: this.count++, from, to }
    this.spans[kind].set(key, span)
    return span.num
  }
}

/** Finds which comparisons hold for a page. */
export class ComparisonFinder {
  readonly #nums: ComparisonTable['numByKey']
  readonly #paths: GlobIndex
  readonly #hosts: GlobIndex
  readonly #titles: AhoCorasick<number>
  readonly #authors: AhoCorasick<number>
  readonly #wordCounts: readonly Span[]
  readonly #instants: readonly Span[]
  /** An array with 1 at the number of each comparison that holds for the page that was looked at last. */
  readonly truth: Uint8Array
  /** The numbers of the comparisons over words that hold, each once. */
  readonly found: number[] = []

  /** Prepares the comparisons of a table. Throws SyntaxError for an invalid glob. */
  constructor({ numByKey, spans, count }: ComparisonTable) {
    this.#nums = numByKey
    this.#paths = new GlobIndex(numByKey.path)
    this.#hosts = new GlobIndex(numByKey.host)
    this.#titles = new AhoCorasick([...numByKey.title])
    this.#authors = new AhoCorasick([...numByKey.author])
    this.#wordCounts = [...spans.wordCount.values()]
    this.#instants = [...spans.publishedAt.values()]
    this.truth = new Uint8Array(count)
  }

  look(facts: ComparableSubject): void {
    this.truth.fill(0)
    this.found.length = 0
    const { type, status, language, title, author, tags, schemaTypes } = facts
    const nums = this.#nums
    this.#paths.search(facts.path, this.#add)
    this.#hosts.search(facts.host, this.#add)
    if (title !== null) this.#titles.search(title, this.#addAll)
    if (author !== null) this.#authors.search(author, this.#addAll)
    if (type !== null) this.#add(nums.type.get(type))
    if (status !== null) this.#add(nums.status.get(status))
    if (language !== null) this.#addRanges(language.slice(0, MAX_LANGUAGE))
    for (const tag of tags) this.#add(nums.tag.get(tag))
    for (const schemaType of schemaTypes) this.#add(nums.schemaType.get(schemaType))
    this.#addSpans(this.#wordCounts, facts.wordCount)
    this.#addSpans(this.#instants, facts.publishedAt)
  }

  readonly #add = (num: number | undefined): void => {
    if (num === undefined || this.truth[num] === 1) return
    this.truth[num] = 1
    this.found.push(num)
  }

  readonly #addAll = (nums: readonly number[]): void => {
    for (const num of nums) this.#add(num)
  }

  #addSpans(spans: readonly Span[], value: number | null): void {
    if (value === null) return
    for (const { num, from, to } of spans) this.truth[num] = Number(value >= from && value <= to)
  }

  /**
   * Marks the language ranges that a language meets, as RFC 4647 3.3.1 filters: a range is met by itself and by more
   * specific tags.
   */
  #addRanges(language: string): void {
    const ranges = this.#nums.language
    if (ranges.size === 0) return
    for (let end = language.indexOf('-'); end > 0; end = language.indexOf('-', end + 1)) {
      this.#add(ranges.get(language.slice(0, end)))
    }
    this.#add(ranges.get(language))
  }
}
