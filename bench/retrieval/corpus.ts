import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import * as z from 'zod/v4'

const Corpus = z.object({
  articles: z.array(
    z.object({
      pages: z.array(
        z.object({
          slug: z.string(),
          title: z.string(),
          paragraphs: z.array(z.string()),
          questions: z.array(z.string()),
        }),
      ),
    }),
  ),
})

export interface CorpusPage {
  path: string
  title: string
  paragraphs: readonly string[]
  /** Questions that only this page answers. */
  questions: readonly string[]
}

/** Reads pages and their questions from a JSON file: `{articles: [{pages: [{slug, title, paragraphs, questions}]}]}`. */
export function readCorpus(file: string): CorpusPage[] {
  const { articles } = Corpus.parse(JSON.parse(readFileSync(file, 'utf8')))
  return articles.flatMap(({ pages }) =>
    pages.map(({ slug, ...page }) => ({ path: `/${slug}`, ...page })),
  )
}

export interface CorpusSite extends AsyncDisposable {
  origin: string
}

/** Serves the pages as a website on a free port of the loopback address. */
export async function serveCorpus(pages: readonly CorpusPage[]): Promise<CorpusSite> {
  const pageByPath = new Map(pages.map((page) => [page.path, page]))
  const server = createServer(({ url = '/' }, response) => {
    const page = pageByPath.get(url)
    if (url === '/' || page) {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(page ? html(page.title, page.paragraphs) : html('All pages', [], pages))
    } else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function html(
  title: string,
  paragraphs: readonly string[],
  links: readonly CorpusPage[] = [],
): string {
  const texts = paragraphs.map((text) => `<p>${escape(text)}</p>`)
  const list = links.map(
    ({ path, title: name }) => `<li><a href="${path}">${escape(name)}</a></li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title></head>
<body><main><h1>${escape(title)}</h1>${texts.join('\n')}</main><nav><ul>${list.join('')}</ul></nav></body></html>`
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
