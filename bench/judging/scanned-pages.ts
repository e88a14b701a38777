import * as z from 'zod/v4'
import type { ServerProcess } from '../harness/server-process.ts'
import { callPublisher } from '../retrieval/scanned-product.ts'
import { MAX_EXCERPT, ORIGINS } from './sheet.ts'

const MAX_PAGES = 20_000
/** The characters of an excerpt from the end of a text, where parts of a page that are no text are taken for it. */
const END_CHARS = 400

const Question = z.union([
  z.string().transform((text) => ({ text, origin: 'unstated' as const })),
  z.object({ text: z.string(), origin: z.enum(ORIGINS) }),
])
const ListedPage = z.object({
  id: z.string(),
  path: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  type: z.string().nullable(),
  wordCount: z.int().nullable(),
  state: z.string(),
})
const ListedPrompt = z.object({ pageId: z.string(), questions: z.array(Question) })

const listOf = <T>(item: z.ZodType<T>) =>
  z.object({ data: z.array(item), meta: z.object({ nextCursor: z.string().nullable() }) })

export interface ScannedPage extends z.infer<typeof ListedPage> {
  questions: z.infer<typeof Question>[]
}

/** The answers of the API about a site that was scanned. */
export class SiteToJudge {
  readonly #server: ServerProcess
  readonly #key: string
  readonly #siteId: string

  constructor(server: ServerProcess, key: string, siteId: string) {
    this.#server = server
    this.#key = key
    this.#siteId = siteId
  }

  async name(): Promise<string> {
    const { data } = z
      .object({ data: z.object({ name: z.string() }) })
      .parse(await this.#get(`sites/${this.#siteId}`))
    return data.name
  }

  /** Every page that a reader may open, with the questions that it offers. */
  async pages(): Promise<ScannedPage[]> {
    const pages = await this.#list('pages', ListedPage)
    const prompts = await this.#list('prompts', ListedPrompt)
    const questions = new Map(prompts.map((one) => [one.pageId, one.questions]))
    return pages
      .filter(({ state }) => state === 'active')
      .map((page) => ({ ...page, questions: questions.get(page.id) ?? [] }))
  }

  /** The beginning and the end of the text of a page, as a scan read it. */
  async excerpt({ id, path }: ScannedPage): Promise<string> {
    const args = { id: `page:${id}` }
    const answer = await callPublisher(this.#server, this.#key, { name: 'fetch', args })
    const { text } = z.object({ text: z.string() }).parse(JSON.parse(answer))
    const lines = text
      .replaceAll(/^.*\buntrusted-[0-9a-f]+.*$/gm, '')
      .trim()
      .split('\n')
    // The answer names the page above its text.
    const own = (lines[1] === path ? lines.slice(2) : lines).join('\n').trim()
    if (own.length <= MAX_EXCERPT) return own
    return `${own.slice(0, MAX_EXCERPT - END_CHARS)} […] ${own.slice(-END_CHARS)}`
  }

  async #list<T>(what: 'pages' | 'prompts', item: z.ZodType<T>): Promise<T[]> {
    const found: T[] = []
    let cursor: string | null = null
    do {
      const query = new URLSearchParams({ limit: '100', ...(cursor !== null && { cursor }) })
      const answer = listOf(item).parse(await this.#get(`${what}/${this.#siteId}?${String(query)}`))
      found.push(...answer.data)
      cursor = answer.meta.nextCursor
    } while (cursor !== null && found.length < MAX_PAGES)
    return found
  }

  async #get(path: string): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${this.#server.port}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${this.#key}` },
    })
    if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`)
    return answer.json()
  }
}
