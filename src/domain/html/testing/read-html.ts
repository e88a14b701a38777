import { readPage, type ParsedPage, type PageSource } from '../read-page.ts'

/** Reads a page as its server would send it, by default as UTF-8 and without other headers. */
export const readHtml = (html: string | Uint8Array, source: Partial<PageSource> = {}): ParsedPage =>
  readPage(typeof html === 'string' ? Buffer.from(html) : html, {
    url: 'https://a.example/docs/page?x=1',
    contentType: 'text/html; charset=utf-8',
    headers: {},
    ...source,
  })

/** A sentence with a space at its end, so that it can be repeated. */
export const SENTENCE = 'The tide rises and falls about twice a day in most places of the world. '

/** Makes an English page with this content in its body. */
export const pageWithBody = (inner: string): string =>
  `<!doctype html><html lang="en"><body>${inner}</body></html>`
