import { readPage, type PageFacts, type PageSource } from '../read-page.ts'

/** Reads a page as it would come from its server, by default as UTF-8 and without other headers. */
export const read = (html: string | Uint8Array, source: Partial<PageSource> = {}): PageFacts =>
  readPage(typeof html === 'string' ? Buffer.from(html) : html, {
    url: 'https://a.example/docs/page?x=1',
    contentType: 'text/html; charset=utf-8',
    headers: {},
    ...source,
  })

/** With a space at its end, so that it can be repeated. */
export const sentence = 'The tide rises and falls about twice a day in most places of the world. '

/** A whole page in English around the content of its body. */
export const body = (inner: string): string =>
  `<!doctype html><html lang="en"><body>${inner}</body></html>`
