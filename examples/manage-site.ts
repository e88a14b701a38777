import { Citable, CitableError } from './client/citable.ts'

/**
 * Makes a site, waits for its scan, lists its pages and saves its numbers, over REST; a second run goes on with the same
 * site: `CITABLE_KEY=ctbk_… npx tsx examples/manage-site.ts https://example.com/ [http://127.0.0.1:8700]`
 */
async function main(url: string | undefined, base = 'http://127.0.0.1:8700'): Promise<void> {
  const key = process.env['CITABLE_KEY']
  if (url === undefined || key === undefined) {
    throw new Error('Usage: CITABLE_KEY=ctbk_… npx tsx examples/manage-site.ts SITE_URL [URL]')
  }
  const citable = new Citable(base, key)
  // A request with the same key and body returns the same site again, for a day.
  const { data: site } = await citable.call('POST /sites', {
    body: { url, timezone: 'Europe/Berlin' },
    headers: { 'Idempotency-Key': `manage-site ${url}` },
  })
  if (site.scanJob) {
    const path = { jobId: site.scanJob.id }
    for await (const { state, progress } of citable.events('GET /scan/{jobId}', { path })) {
      print(`${state}, ${progress.fetched} pages`)
    }
  }
  for await (const page of citable.items('GET /pages/{siteId}', { path: { siteId: site.id } })) {
    print(page.path)
  }
  const csv = citable.stream('GET /analytics/{siteId}/export', 'text/csv', {
    path: { siteId: site.id },
    query: { metrics: ['impressions', 'ai_clicks'], dimensions: ['time:day'], range: '28d' },
  })
  for await (const text of csv) process.stdout.write(text)
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

try {
  const [url, base] = process.argv.slice(2)
  await main(url, base)
} catch (error) {
  const help = error instanceof CitableError ? `\nThe request was ${error.requestId}` : ''
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${help}\n`)
  process.exitCode = 1
}
