import { findBotWall } from '../../core/ai-score/bot-wall.ts'
import { readPage, type PageFacts } from '../../core/html/read-page.ts'
import type { FetchResponse } from '../../net/guarded-client.ts'

const isHtml = ({ headers }: FetchResponse): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? 'text/html')

/** What an answer says as a page; null where it is no HTML. */
export const factsOf = (answer: FetchResponse): PageFacts | null =>
  isHtml(answer)
    ? readPage(answer.body, {
        url: answer.url,
        contentType: answer.headers['content-type'] ?? null,
        headers: answer.headers,
      })
    : null

/** What shows that a protection gave an answer in place of the page, or null. */
export const wallOf = (
  { status, headers, body }: FetchResponse,
  page: PageFacts | null,
): string | null =>
  findBotWall({
    status,
    headers,
    html: body.toString('latin1'),
    textChars: page?.textBytes ?? body.length,
  })
