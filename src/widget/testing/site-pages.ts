import { AnsweringServer, type ServerAnswer } from './answering-server.ts'

/** Writes a page of a site in a language. */
export function plainPage(head: string, body = '', lang = 'en', style = ''): string {
  const dir = lang === 'ar' ? ' dir="rtl"' : ''
  return `<!doctype html><html lang="${lang}"${dir}><head><meta charset="utf-8"><title>Tea at noon</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
${style}${head}</head><body><main><h1>Tea at noon</h1><p>Tea is best at noon.</p>${body}</main></body></html>`
}

/** Starts a site whose pages a function makes from their paths. */
export function startSite(
  pageOf: (path: string) => ServerAnswer | string,
): Promise<AnsweringServer> {
  return AnsweringServer.start(({ path }) => {
    const page = pageOf(path)
    const answer = typeof page === 'string' ? { body: page } : page
    return {
      ...answer,
      headers: { 'Content-Type': 'text/html; charset=utf-8', ...answer.headers },
    }
  })
}
