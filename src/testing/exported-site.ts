import { siteWithHistory } from './site-with-history.ts'
import { TestApp } from './start-test-app.ts'

const KINDS = ['impression', 'ai_click', 'share', 'question', 'referral', 'pageview']

/** Three weeks of events with everything that an event can have, and texts that a spreadsheet would run. */
export const EXPORTED_LINES = Array.from({ length: 600 }, (_, i) => {
  const kind = KINDS[i % KINDS.length]!
  return {
    at: new Date(Date.parse('2026-10-30T23:30:00Z') + i * 2_900_000).toISOString(),
    kind,
    url: ['/?utm_campaign=-1+off', '/a', '/b,c', '/caf%C3%A9', "/it's"][i % 5]!,
    visitor: `v${i % 17}`,
    country: ['DE', 'US', undefined][i % 3],
    device: 'mobile',
    language: 'en-GB',
    ...(i % 4 === 0 && { promptKind: 'summarize', promptId: '-1' }),
    ...(kind === 'ai_click' && { target: i % 2 ? 'chatgpt' : 'claude' }),
    ...(kind === 'share' && { method: 'copy_link' }),
    ...(kind === 'referral' && { referrer: 'https://claude.ai/' }),
    ...(kind === 'question' && {
      target: 'chatgpt',
      question: ['=1+1', '@sum(a1)', 'What, "really"?', ' +49', '＝2', 'Wie groß?'][
        ((i / 6) % 6) | 0
      ],
    }),
  }
})

type Parameters = Record<string, string>
type Row = Record<string, unknown>

/** A service with a site of such events, and ways to export them. */
export class ExportedSite implements AsyncDisposable {
  readonly app: TestApp
  readonly site: Awaited<ReturnType<typeof siteWithHistory>>

  private constructor({ app, site }: Pick<ExportedSite, 'app' | 'site'>) {
    this.app = app
    this.site = site
  }

  static async start(): Promise<ExportedSite> {
    const app = await TestApp.start({ startAt: '2026-11-20T15:30:00.000Z' })
    const site = await siteWithHistory(app, EXPORTED_LINES, { timezone: 'Europe/Berlin' })
    return new ExportedSite({ app, site })
  }

  address(parameters: Parameters): string {
    const query = new URLSearchParams({ range: '30d', ...parameters }).toString()
    return `${this.app.url}/api/v1/analytics/${this.site.id}/export?${query}`
  }

  get(parameters: Parameters, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.address(parameters), {
      headers: { authorization: `Bearer ${this.site.key}`, ...headers },
    })
  }

  async json(parameters: Parameters) {
    const response = await this.get(parameters)
    return {
      status: response.status,
      // @NOTE every answer without a format is the envelope; another shape fails the expectation that reads it.
      body: (await response.json()) as {
        data: Row[]
        error: { code: string; message: string; fields: { path: string; code: string }[] } | null
        meta: { nextCursor?: string | null }
      },
    }
  }

  /** Every row, page by page; throws unless all are answered. */
  async pages(parameters: Parameters): Promise<Row[]> {
    const rows: Row[] = []
    let cursor: string | null | undefined
    do {
      const { body } = await this.json({ ...parameters, ...(cursor && { cursor }) })
      if (body.error) throw new Error(JSON.stringify(body.error))
      rows.push(...body.data)
      cursor = body.meta.nextCursor
    } while (cursor)
    return rows
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app[Symbol.asyncDispose]()
  }
}

/** Reads the rows of a file of NDJSON. */
export const linesOf = async (response: Response): Promise<Row[]> =>
  (await response.text())
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)
