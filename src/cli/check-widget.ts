import { checkPage } from '../features/widget/check-page.ts'
import { readConfig } from '../server/config.ts'
import { OutboundClients } from '../server/outbound-clients.ts'
import { outboundPolicy, userAgentOf } from '../server/scoring.ts'
import type { RunCommand } from './command.ts'
import { findSiteAnywhere } from './find-site-of.ts'
import { withServices } from './with-services.ts'

const MARKS = { problem: '✗', note: '·' } as const

/** Looks whether a page runs the widget, and says what is in its way; fails where something is. */
export const checkWidgetCommand: RunCommand = async ({ options, positionals: [target = ''] }) => {
  const config = readConfig()
  const siteId = await idOf(options['site'])
  await using outbound = new OutboundClients(outboundPolicy(config))
  const { publicUrl } = config
  const data = await checkPage(target.includes('://') ? target : `https://${target}`, {
    client: await outbound.client(),
    userAgent: userAgentOf(config),
    expected: {
      siteId,
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

/** An id is compared as it is, so that a page can be checked on a machine without the database. */
async function idOf(site: string | undefined): Promise<string | undefined> {
  if (site === undefined || site.startsWith('site_')) return site
  return withServices(async (services) => (await findSiteAnywhere(services, site)).row.id)
}
