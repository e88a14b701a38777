import type { FetchResponse } from '../../../net/guarded-client.ts'

/** True for the headers of a page. */
export const isHtmlAnswer = ({ headers }: Pick<FetchResponse, 'headers'>): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? 'text/html')
