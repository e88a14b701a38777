import type { ComparisonTable, Num } from './comparison-table.ts'
import { GlobIndex } from './glob-index.ts'
import { NeedleTrie } from './needle-trie.ts'
import type { ReadFacts } from './page-facts.ts'
import { SpanFinder } from './span-finder.ts'

/** No range of a rule is longer. */
const MAX_LANGUAGE = 40

/** Finds which comparisons hold for a page, at a cost that hardly depends on how many there are. */
export class FactFinder {
  readonly #table: ComparisonTable
  readonly #paths: GlobIndex
  readonly #hosts: GlobIndex
  readonly #titles: NeedleTrie
  readonly #authors: NeedleTrie
  readonly #words: SpanFinder
  readonly #times: SpanFinder
  /** Per comparison, at its place, 1 if it holds for the page that was looked at last. */
  readonly truth: Uint8Array
  /** Findable ones that hold, each once. */
  readonly found: Num[] = []

  constructor(table: ComparisonTable) {
    const { numByKey, kinds, spans } = table
    this.#table = table
    this.#paths = new GlobIndex(numByKey.path)
    this.#hosts = new GlobIndex(numByKey.host)
    this.#titles = trieOf(numByKey.title)
    this.#authors = trieOf(numByKey.author)
    this.#words = new SpanFinder(spans.wordCount)
    this.#times = new SpanFinder(spans.publishedAt)
    this.truth = new Uint8Array(kinds.length + spans.wordCount.length + spans.publishedAt.length)
  }

  look(facts: ReadFacts): void {
    for (const num of this.found) this.truth[num] = 0
    this.found.length = 0
    this.#lookAtSpans(facts)
    const { numByKey } = this.#table
    const { type, status, language } = facts
    this.#paths.search(facts.path, this.#add)
    this.#hosts.search(facts.host, this.#add)
    if (facts.title !== null) this.#titles.search(facts.title, this.#addAll)
    if (facts.author !== null) this.#authors.search(facts.author, this.#addAll)
    if (type !== null) this.#add(numByKey.type.get(type))
    if (status !== null) this.#add(numByKey.status.get(status))
    if (language !== null) this.#addRanges(language.slice(0, MAX_LANGUAGE))
    for (const tag of facts.tags) this.#add(numByKey.tag.get(tag))
    for (const schemaType of facts.schemaTypes) this.#add(numByKey.schemaType.get(schemaType))
  }

  #lookAtSpans({ wordCount, publishedAt }: ReadFacts): void {
    const { kinds, spans } = this.#table
    this.#words.look(wordCount)
    this.#times.look(publishedAt)
    this.truth.set(this.#words.truth, kinds.length)
    this.truth.set(this.#times.truth, kinds.length + spans.wordCount.length)
  }

  readonly #add = (num: Num | undefined): void => {
    if (num === undefined || this.truth[num] === 1) return
    this.truth[num] = 1
    this.found.push(num)
  }

  readonly #addAll = (nums: readonly Num[]): void => {
    for (const num of nums) this.#add(num)
  }

  /** RFC 4647 3.3.1, basic filtering: a range is met by itself and by what is more specific. */
  #addRanges(language: string): void {
    const ranges = this.#table.numByKey.language
    if (ranges.size === 0) return
    for (let end = language.indexOf('-'); end > 0; end = language.indexOf('-', end + 1)) {
      this.#add(ranges.get(language.slice(0, end)))
    }
    this.#add(ranges.get(language))
  }
}

function trieOf(numByNeedle: ReadonlyMap<string, Num>): NeedleTrie {
  const trie = new NeedleTrie()
  for (const [needle, num] of numByNeedle) trie.add(needle, num)
  return trie
}
