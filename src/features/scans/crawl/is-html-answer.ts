import type { FetchResponse } from '../../../net/guarded-client.ts'

/** True for an answer whose headers say that it is an HTML page. */
export const isHtmlAnswer = ({ headers }: Pick<FetchResponse, 'headers'>): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? 'text/html')
