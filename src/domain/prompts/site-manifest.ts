import type { CitedAsk } from '../../protocol/ask/cited-ask.ts'
import type { AskPolicy } from '../../protocol/policy/ask-policy.ts'
import { TARGET_REGISTRY } from '../../protocol/targets/registry.ts'
import { withDigest } from './cited-ask.ts'
import { OWN_QUESTION_ASKS } from './free-question.ts'

/**
 * The most octets of one file; the protocol allows 524,288, of which this leaves some to the fields around the prompts.
 */
const MOST_BYTES = 500_000
/**
 * The most prompts of one file, of 1,000 that the protocol allows; the rest is room for those of readers' own
 * questions.
 */
const MOST_ASKS = 950
/** The most files of a manifest: readers by the protocol follow `next` twenty times. */
export const MOST_MANIFEST_FILES = 21

interface PublishedSite {
  name: string
  url: string
  language: string | null
  /** The assistants in the order in which they are offered; null for the default ones. */
  targets: readonly string[] | null
}

/** The prompts of one file of a manifest, as far as it has room. */
export class ManifestAsks {
  readonly #asks: CitedAsk[] = []
  #bytes = 0

  /**
   * Adds the prompts of a page: all of them, or none where they do not fit; true where they were added. Those of one
   * page fit into an empty file.
   */
  add(asks: readonly CitedAsk[]): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(asks))
    const isFull = this.#bytes + bytes > MOST_BYTES || this.#asks.length + asks.length > MOST_ASKS
    if (isFull) return false
    this.#asks.push(...asks)
    this.#bytes += bytes
    return true
  }

  /**
   * Adds the places for readers' own questions, behind everything: a program that verifies a link takes the first
   * prompt that the link can be of, and any text can be a question.
   */
  addOwnQuestions(): void {
    this.#asks.push(...OWN_QUESTION_ASKS.map(withDigest))
  }

  get list(): readonly CitedAsk[] {
    return this.#asks
  }
}

/** Makes a file of a manifest; `next` is the address of the next file, on the site's own origin. */
export const manifestOf = (
  site: PublishedSite,
  policy: AskPolicy,
  { asks, next }: { asks: ManifestAsks; next: string | undefined },
) => ({
  askAi: '1.0',
  site: {
    name: site.name,
    url: site.url,
    ...(site.language !== null && { language: site.language }),
  },
  policy,
  prompts: asks.list,
  targets: site.targets ?? TARGET_REGISTRY.defaults ?? [],
  ...(next !== undefined && { next }),
})
