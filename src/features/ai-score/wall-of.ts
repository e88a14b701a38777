import { findBotWall, MAX_MARKUP_CHARS } from '../../domain/ai-score/bot-wall.ts'
import type { ParsedPage } from '../../domain/html/parsed-page.ts'
import type { FetchResponse } from '../../net/guarded-client.ts'

/** What shows that a protection gave an answer in place of the page, or null. */
export const wallOf = (
  { status, headers, body }: FetchResponse,
  page: ParsedPage | null,
): string | null =>
  findBotWall({
    status,
    headers,
    html: body.toString('latin1', 0, MAX_MARKUP_CHARS),
    textChars: page?.textBytes ?? body.length,
  })
