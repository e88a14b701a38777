/** A site of PAGES pages with text, headings and links, each made as it is asked for; the same every time. */
import { createServer } from 'node:http'
import { seededRandom } from '../product/random.ts'

const pages = Number(process.env['PAGES'])
const WORDS =
  'tide wind chart kayak coast paddle storm light house rock river bridge market engine history science people city water stone'.split(
    ' ',
  )

const server = createServer((request, response) => {
  const { url = '/' } = request
  const number = /^\/p\/(\d+)$/.exec(url)?.[1]
  if (url === '/sitemap.xml') response.setHeader('content-type', 'application/xml').end(sitemap())
  else if (url === '/' || (number !== undefined && Number(number) < pages)) {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page(Number(number ?? 0)))
  } else response.writeHead(404).end()
})

const port = Number(process.env['PORT'])
const origin = `http://127.0.0.1:${port}`
server.listen(port, '127.0.0.1')

function sitemap(): string {
  const urls = Array.from({ length: pages }, (_, i) => `<url><loc>${origin}/p/${i}</loc></url>`)
  return `<urlset>${urls.join('')}</urlset>`
}

function page(number: number): string {
  const random = seededRandom(number + 1)
  const words = (count: number): string =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
  const links = Array.from(
    { length: 20 },
    (_, i) => `<a href="/p/${(number * 7 + i) % pages}">${i}</a>`,
  )
  const sections = Array.from(
    { length: 6 },
    (_, i) => `<h2>Part ${i}: ${words(3)}</h2><p>${words(80)}.</p><p>${words(80)}.</p>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${number}: ${words(4)}</title>
<meta name="description" content="${words(15)}"><link rel="canonical" href="${origin}/p/${number}"></head>
<body><nav>${links.join(' ')}</nav><main><h1>Page ${number}</h1>${sections.join('\n')}</main>
<footer><p>${words(12)}</p></footer></body></html>`
}
