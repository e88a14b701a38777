import { checkPage } from '../features/widget/check-page.ts'
import { readConfig } from '../server/config.ts'
import { OutboundClients } from '../server/outbound-clients.ts'
import { outboundPolicy, userAgentOf } from '../server/scoring.ts'
import type { CommandInput, CommandResult } from './command.ts'

const MARKS = { problem: '✗', note: '·' } as const

/** Looks whether a page runs the widget, and says what is in its way; fails where something is. */
export async function checkWidgetCommand({
  options,
  positionals: [target = ''],
}: CommandInput): Promise<CommandResult> {
  const config = readConfig()
  await using outbound = new OutboundClients(outboundPolicy(config))
  const { publicUrl } = config
  const data = await checkPage(target.includes('://') ? target : `https://${target}`, {
    client: await outbound.client(),
    userAgent: userAgentOf(config),
    expected: {
      siteId: options['site'],
      host: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
    },
  })
  const { url, isLive, tag, findings } = data
  const lines = findings.map(({ severity, message }) => `${MARKS[severity]} ${message}`)
  const head = isLive
    ? `✓ ${url} runs the widget${tag?.siteId ? ` of ${tag.siteId}` : ''}`
    : `${url} does not run the widget`
  return { data, text: [head, ...lines].join('\n'), failed: !isLive }
}
