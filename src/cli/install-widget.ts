import * as z from 'zod'
import { RECIPE_IDS } from '../features/widget/recipes.ts'
import { getInstall } from '../features/widget/get-install.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { findSiteOf } from './find-site-of.ts'
import { operatorOf } from './operator.ts'
import { serverUrl } from './server-url.ts'
import { withServices } from './with-services.ts'

/** What the command shows of an installation. */
const Install = z.object({
  install: z.object({ status: z.string(), lastSeenAt: z.string().nullable() }),
  tag: z.string(),
  pinned: z.object({ tag: z.string() }),
  csp: z.array(z.object({ line: z.string() })),
  recipes: z.array(
    z.object({ id: z.string(), label: z.string(), file: z.string(), text: z.string() }),
  ),
  check: z.string(),
})
type Install = z.output<typeof Install>

/** Prints what is pasted into the pages of a site. */
export function installWidgetCommand({
  options,
  positionals: [target = ''],
}: CommandInput): Promise<CommandResult> {
  const recipe = options['for']
  if (recipe !== undefined && !RECIPE_IDS.some((id) => id === recipe)) {
    throw new CliError(`There is no recipe ${recipe}; there are ${RECIPE_IDS.join(', ')}`)
  }
  return withServices(
    async (services) => {
      const operator = await operatorOf(services, options['org'])
      const site = await findSiteOf(operator, target, services.database.file)
      const data = await operator.call(getInstall, { id: site.row.id })
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
    `The tag, on each page:\n\n${indented(tag)}`,
    `Or the widget of today, which the browser checks and which is never updated:\n\n${indented(pinned.tag)}`,
    `A Content-Security-Policy needs:\n\n${indented(csp.map(({ line }) => line).join('\n'))}`,
    ...recipes
      .filter(({ id }) => id !== 'html')
      .map(({ label, file, text }) => `${label}, in ${file}:\n\n${indented(text)}`),
    `Then: ${check}`,
  ].join('\n\n')

const STATUS_WORDS: Readonly<Record<string, string>> = {
  not_installed: 'not installed',
  stale: 'installed, but was not seen for two weeks',
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')
