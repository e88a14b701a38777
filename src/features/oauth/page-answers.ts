import type { PageAnswer } from '../../kernel/door/page-answer.ts'
import { OAUTH_STYLE_SOURCE } from './pages/page-frame.ts'
import { messagePage } from './pages/message-page.ts'

/** Makes the answer that shows a page. Where a redirect address is given, the form of the page may lead there. */
export const showPage = (
  html: string,
  { status = 200, redirectUri }: { status?: number; redirectUri?: string } = {},
): PageAnswer => ({
  kind: 'page',
  status,
  html,
  style: OAUTH_STYLE_SOURCE,
  // Chromium applies this policy to every further redirect, and clients lead on to other hosts of theirs.
  formActions: redirectUri === undefined ? [] : [formSource(redirectUri), 'https:'],
})

/** Makes the answer with a page that says what is wrong, where a person may not be led back to any client. */
export const showMessage = (
  status: number,
  title: string,
  sentences: readonly string[],
): PageAnswer => showPage(messagePage({ title, sentences }), { status })

/**
 * Returns the source by which a content security policy allows an address: its origin, or its scheme where a policy
 * cannot name such a host.
 */
function formSource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri)
  const hasHost = /^https?:$/.test(protocol) && !hostname.startsWith('[')
  return hasHost ? origin : protocol
}
