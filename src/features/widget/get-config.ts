import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { PageOfWidget } from '../../../db/system/widget-pages.ts'
import { pageParametersOf } from '../../../db/site/page-of-address.ts'
import { policyInForce } from '../../domain/policy/policy-in-force.ts'
import { OfferedQuestion } from '../../domain/prompts/question.ts'
import { WIDGET_SIGNS } from '../../domain/widget/widget-signs.ts'
import { WIDGET_TEXT_KEYS, widgetTexts } from '../../domain/widget/widget-texts.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { addressOf } from '../../kernel/door/surface.ts'
import { existingSite } from '../../kernel/names/find-site.ts'
import { offersQuestions, WidgetSettings, widgetSettingsOf } from './widget-settings.ts'
import { parseUrl } from '../../lib/web/parse-url.ts'
import { applyPolicy } from './apply-policy.ts'
import { addressesOfPath } from './page-addresses.ts'
import { pagePrompts, shownQuestions, OWN_QUESTION_MARK } from './page-prompts.ts'
import { shownTargets } from './shown-targets.ts'

/** The most requests for configurations a minute from one address, which many readers may share. */
const CONFIG_LIMIT = { name: 'config', requestsPerMinute: 600 }

const Target = z.object({
  id: z.string(),
  label: z.string(),
  icon: z
    .string()
    .nullable()
    .describe('Path of its mark in one colour, 24 by 24; null where we have none'),
  strategy: z.enum(['link', 'copy']),
  urlTemplate: z.string().nullable().describe('Of the address, with {prompt}'),
  before: z.string().nullable().describe('Of the address, before the encoded prompt'),
  after: z.string(),
  home: z.string().describe('Opened where the prompt is copied'),
  maxUrlBytes: z.int(),
  submits: z.string().describe('always, never or unknown'),
  mobile: z.string().describe('works, ignored or unknown'),
  enabled: z.boolean(),
  order: z.int(),
})

const WidgetConfig = WidgetSettings.extend({
  siteId: z.string(),
  version: z.int(),
  etag: z.string(),
  enabled: z.boolean(),
  locale: z.string().describe('Language of the texts, BCP 47'),
  strings: z.record(z.string(), z.string()),
  signs: z
    .record(z.string(), z.string())
    .describe('Paths of the widget’s own signs, 24 by 24, drawn with a line'),
  targets: z.array(Target),
  question: z.object({
    enabled: z.boolean().describe('Whether readers have a field for a question of their own'),
    maxLength: z.int(),
    placeholder: z.string(),
    mark: z.string().describe('Stands in a prompt where a question goes'),
  }),
  questions: z
    .array(OfferedQuestion)
    .describe('At most three that readers are invited to ask, with the prompt that has the mark'),
  prompts: z.object({
    default: z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        text: z.string().describe('The whole prompt, rendered, with its source'),
        promptId: z.string().optional(),
      }),
    ),
  }),
  query: z
    .array(z.string())
    .describe(
      'The parameters that tell pages of the site apart; the widget tells no other of a query',
    ),
  page: z.object({ path: z.string(), markdownUrl: z.string().nullable() }).nullable(),
  endpoint: z.string(),
  boot: z.string().describe('Sent with each event; the same for all readers within an hour'),
})

/** GET /sites/:id/config: returns the configuration of the widget on a page, to every reader of the page. */
export const getConfig = defineOperation({
  name: 'sites.config',
  summary: 'What the widget of a site shows on a page',
  access: { by: 'public' },
  addressLimit: CONFIG_LIMIT,
  http: {
    method: 'get',
    path: '/sites/:id/config',
    sharedCache: 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
  },
  input: z.strictObject({
    id: PathId,
    path: z
      .string()
      .max(1_024)
      .regex(/^\//, 'Must begin with /')
      .optional()
      .describe(
        'Path of the page, with the parameters of its query that `query` names; / by default',
      ),
  }),
  output: WidgetConfig,
  async handler({ app }, { id, path = '/' }) {
    const site = existingSite(await app.system.sites.find(id, app.now()))
    const addresses = addressesOfPath(path, pageParametersOf(site))
    const found = existingSite(await app.system.widgetPages.find(id, addresses))
    const config = configOf(app, found, found.page_path ?? addresses.at(-1) ?? path)
    const digest = createHash('sha256').update(JSON.stringify(config)).digest('base64url')
    return { ...config, etag: `W/"${digest.slice(0, 22)}"` }
  },
})

function configOf(app: AppContext, found: PageOfWidget, path: string) {
  const settings = widgetSettingsOf(found)
  const { locale, texts } = shownTexts(settings, found)
  const asks = offersQuestions(settings)
  const isShown = settings.enabled && found.status !== 'archived'
  const invited = isShown && settings.actions.includes('ask') ? shownQuestions(found) : []
  const { prompts, targets } = applyPolicy(policyInForce(found), {
    path,
    language: found.language ?? 'en',
    prompts: isShown
      ? pagePrompts(found, invited, asks || invited.length > 0 ? texts.question : undefined)
      : [],
    targets: shownTargets(targetsOf(found) ?? settings.targets),
  })
  return {
    ...settings,
    siteId: found.id,
    version: found.version,
    enabled: prompts.length > 0,
    locale,
    strings: texts,
    signs: WIDGET_SIGNS,
    targets,
    question: {
      enabled: asks,
      maxLength: settings.question.maxLength,
      placeholder: settings.question.placeholder ?? texts.question,
      mark: OWN_QUESTION_MARK,
    },
    // Questions are offered only where the policy of the site allows questions.
    questions: prompts.some(({ text }) => text.startsWith(OWN_QUESTION_MARK)) ? invited : [],
    prompts: { default: prompts },
    query: [...parametersToTell(found)],
    page: found.page_num === null ? null : { path, markdownUrl: ownMarkdown(found) },
    endpoint: `${app.publicUrl}${addressOf({ surface: 'api', path: '/collect' })}`,
    boot: app.boots.sign(found.id, app.now()),
  }
}

/**
 * Returns the names of the query parameters that are part of a page's address: those that the owner set, otherwise
 * those that the last scan learned.
 */
function parametersToTell(found: PageOfWidget): readonly string[] {
  const { own, learned } = pageParametersOf(found)
  return own ?? learned
}

/**
 * Returns the texts of the widget in the language of the owner or of the page, with the owner's own texts in place of
 * the service's, and the language of most of them.
 */
function shownTexts(
  { locale, strings }: WidgetSettings,
  { language, site_language }: PageOfWidget,
) {
  const ours = widgetTexts(locale ?? language ?? site_language ?? 'en')
  const isOwn = locale !== null && WIDGET_TEXT_KEYS.every((key) => Object.hasOwn(strings, key))
  return { locale: isOwn ? locale : ours.language, texts: { ...ours.texts, ...strings } }
}

/**
 * Returns the address of a page's Markdown, which the widget fetches from the page; null for an address of another
 * origin, which would not allow that.
 */
function ownMarkdown({ page_url: page, markdown_url: markdown }: PageOfWidget): string | null {
  const own = page === null ? undefined : parseUrl(page)
  const found = markdown === null ? undefined : parseUrl(markdown)
  return found !== undefined && found.origin === own?.origin ? found.href : null
}

/** Returns the assistants that the rules of the page name; null where no rule does. */
function targetsOf({ rules }: PageOfWidget): readonly string[] | null {
  // @NOTE the column is written by the service alone.
  const { targets = null } = JSON.parse(rules ?? '{}') as { targets?: readonly string[] | null }
  return targets
}
