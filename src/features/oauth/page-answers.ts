import type { PageAnswer } from '../../kernel/door/page-answer.ts'
import { OAUTH_STYLE_SOURCE } from './pages/page-frame.ts'
import { messagePage } from './pages/message-page.ts'

/** Makes the answer of a page. Where its client has a redirect, the page's form may lead there. */
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

/** Makes a page that says what is wrong, where no client may be led back to. */
export const showMessage = (
  status: number,
  title: string,
  sentences: readonly string[],
): PageAnswer => showPage(messagePage({ title, sentences }), { status })

/**
 * Returns the source of a policy for an address: its origin, or its scheme where a policy does not allow such a host.
 */
function formSource(redirectUri: string): string {
  const { protocol, origin, hostname } = new URL(redirectUri)
  const hasHost = /^https?:$/.test(protocol) && !hostname.startsWith('[')
  return hasHost ? origin : protocol
}
