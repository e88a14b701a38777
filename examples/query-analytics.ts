import { Citable } from './client/citable.ts'
import { heading, table } from '../src/lib/text/chart.ts'

/**
 * Prints a site's week by engine, over REST:
 * `CITABLE_KEY=ctbk_… npx tsx examples/query-analytics.ts site_… [http://127.0.0.1:8700]`
 */
async function main(siteId: string | undefined, base = 'http://127.0.0.1:8700'): Promise<void> {
  const key = process.env['CITABLE_KEY']
  if (siteId === undefined || key === undefined) {
    throw new Error('Usage: CITABLE_KEY=ctbk_… npx tsx examples/query-analytics.ts SITE [URL]')
  }
  const { data } = await new Citable(base, key).call('GET /analytics/{siteId}/ai', {
    path: { siteId },
    query: {
      metrics: ['ai_clicks', 'questions', 'ai_referrals'],
      dimensions: ['engine'],
      range: '7d',
      orderBy: '-ai_clicks',
    },
  })
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
