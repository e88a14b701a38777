import * as z from 'zod'
import { checkPage } from '../features/widget/check-page.ts'
import { RECIPE_IDS } from '../features/widget/recipes.ts'
import { getInstall } from '../features/widget/get-install.ts'
import { readConfig } from '../server/config.ts'
import { OutboundClients } from '../server/outbound-clients.ts'
import { outboundPolicy, userAgentOf } from '../server/scoring.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { findSiteAnywhere } from './find-site-of.ts'
import { withSite } from './operator.ts'
import { serverUrl } from './server-url.ts'
import { showableLine } from './showable-text.ts'
import { withServices } from './with-services.ts'

/** The part of an installation that the command shows. */
const Install = z.object({
  install: z.object({
    status: z.string(),
    lastSeenAt: z.string().nullable(),
    place: z
      .object({
        selector: z.string(),
        pages: z.int(),
        without: z.int(),
        example: z.string().nullable(),
      })
      .nullable(),
  }),
  tag: z.string(),
  pinned: z.object({ tag: z.string() }),
  csp: z.array(z.object({ line: z.string() })),
  recipes: z.array(
    z.object({ id: z.string(), label: z.string(), file: z.string(), text: z.string() }),
  ),
  check: z.string(),
})
type Install = z.output<typeof Install>

/**
 * Prints the tag that is pasted into the pages of a site, with recipes for other systems, or the one recipe that
 * `--for` names.
 */
export const installWidgetCommand: RunCommand = ({ options, positionals: [target = ''] }) => {
  const recipe = options['for']
  if (recipe !== undefined && !RECIPE_IDS.some((id) => id === recipe)) {
    throw new CliError(`There is no recipe ${recipe}; there are ${RECIPE_IDS.join(', ')}`)
  }
  return withSite(
    options,
    target,
    async ({ row }, operator) => {
      const data = await operator.call(getInstall, { id: row.id })
      const install = Install.parse(data)
      const text = recipe === undefined ? formatInstall(install) : recipeText(install, recipe)
      return { data, text }
    },
    { url: serverUrl },
  )
}

const recipeText = ({ recipes }: Install, wanted: string): string =>
  recipes.find(({ id }) => id === wanted)?.text ?? ''

const formatInstall = ({ install, tag, pinned, csp, recipes, check }: Install): string =>
  [
    `The widget is ${STATUS_WORDS[install.status] ?? install.status}; last seen ${install.lastSeenAt ?? 'never'}`,
    ...placeLine(install.place),
    `The tag, on each page:\n\n${indented(tag)}`,
    `Or the widget of today, which the browser checks and which is never updated:\n\n${indented(pinned.tag)}`,
    `A Content-Security-Policy needs:\n\n${indented(csp.map(({ line }) => line).join('\n'))}`,
    ...recipes
      .filter(({ id }) => id !== 'html')
      .map(({ label, file, text }) => `${label}, in ${file}:\n\n${indented(text)}`),
    `Then: ${check}`,
  ].join('\n\n')

/** Says on which pages the place is missing that the owner chose for the widget. */
const placeLine = (place: Install['install']['place']): string[] =>
  place === null || place.without === 0
    ? []
    : [
        showableLine(
          `placement.selector, ${place.selector}, matches nothing on ${place.without} of ${place.pages} pages, such as ${place.example ?? ''}: the widget does not show there`,
        ),
      ]

const STATUS_WORDS: Readonly<Record<string, string>> = {
  not_installed: 'not installed',
  stale: 'installed, but was not seen for two weeks',
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

const MARKS = { problem: '✗', note: '·' } as const

/**
 * Checks whether a page runs the widget, and reports what is in its way; the command fails where the page does not run
 * it.
 */
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

/**
 * Returns the id of the site that a text names. An id is returned as it is, so that a page can be checked on a machine
 * without the database.
 */
async function idOf(site: string | undefined): Promise<string | undefined> {
  if (site === undefined || site.startsWith('site_')) return site
  return withServices(async (services) => (await findSiteAnywhere(services, site)).row.id)
}
