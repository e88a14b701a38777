/** Downloads every page of a site and parses it, as fast as it can; writes the seconds that it took. */
import { load } from 'cheerio'
import { Pool } from 'undici'

const [origin = '', pages = '0', concurrency = '1'] = process.argv.slice(2)
const pool = new Pool(origin, { connections: Number(concurrency) })
let next = 0
let titles = 0

async function work(): Promise<void> {
  for (let page = next++; page < Number(pages); page = next++) {
    const { body } = await pool.request({ path: `/p/${page}`, method: 'GET' })
    titles += load(await body.text())('title').length
  }
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: Number(concurrency) }, work))
const seconds = (performance.now() - startedAt) / 1_000
await pool.close()
if (titles !== Number(pages)) throw new Error(`${titles} titles of ${pages} pages`)
process.stdout.write(`${seconds}\n`)
