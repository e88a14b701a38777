import { heading, table, type ChartCell } from './demo/chart.ts'

/** The part of the answer that this example reads; docs/openapi.json has the whole. */
interface Analytics {
  data: { columns: { name: string }[]; rows: ChartCell[][] }
  error: { code: string; message: string } | null
}

/**
 * Prints a site's week by engine, over REST:
 * `CITABLE_KEY=ctbk_… npx tsx examples/query-analytics.ts site_… [http://127.0.0.1:8700]`
 */
async function main(siteId: string | undefined, base = 'http://127.0.0.1:8700'): Promise<void> {
  const key = process.env['CITABLE_KEY']
  if (siteId === undefined || key === undefined) {
    throw new Error('Usage: CITABLE_KEY=ctbk_… npx tsx examples/query-analytics.ts SITE [URL]')
  }
  const query = new URLSearchParams({
    metrics: 'ai_clicks,questions,ai_referrals',
    dimensions: 'engine',
    range: '7d',
    orderBy: '-ai_clicks',
  })
  const response = await fetch(`${base}/api/v1/analytics/${siteId}/ai?${query.toString()}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  // @NOTE every /api/v1 answer is the envelope.
  const { data, error } = (await response.json()) as Analytics
  if (error) throw new Error(`${error.code}: ${error.message}`)
  process.stdout.write(`${heading('The last seven days, by engine')}\n`)
  const columns = data.columns.map(({ name }) => name)
  process.stdout.write(`${table(columns, data.rows)}\n`)
}

try {
  const [siteId, base] = process.argv.slice(2)
  await main(siteId, base)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
