import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { PageOfWidget } from '../../../db/system/widget-pages.ts'
import { widgetTexts } from '../../domain/widget/widget-texts.ts'
import type { AppContext } from '../../kernel/app-context.ts'
import { notFound } from '../../kernel/errors.ts'
import { PathId } from '../../kernel/inputs.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { addressOf } from '../../kernel/surface.ts'
import { pagePath } from './page-path.ts'
import { pagePrompts, OWN_QUESTION_MARK } from './page-prompts.ts'
import { shownTargets } from './shown-targets.ts'

const MAX_QUESTION = 300
/** As many as a reader's address may open pages a minute, with a crowd behind it. */
const CONFIG_LIMIT = { name: 'config', requestsPerMinute: 600 }

const Target = z.object({
  id: z.string(),
  label: z.string(),
  strategy: z.enum(['link', 'copy']),
  before: z.string().nullable().describe('Of the address, before the encoded prompt'),
  after: z.string(),
  home: z.string().describe('Opened where the prompt is copied'),
  maxUrlBytes: z.int(),
  submits: z.string().describe('always, never or unknown'),
  mobile: z.string().describe('works, ignored or unknown'),
  enabled: z.boolean(),
  order: z.int(),
})

const WidgetConfig = z.object({
  siteId: z.string(),
  version: z.int(),
  etag: z.string(),
  enabled: z.boolean(),
  mode: z.enum(['bar', 'button', 'inline', 'headless']),
  placement: z.object({ selector: z.string().nullable(), position: z.string() }),
  theme: z.object({
    scheme: z.enum(['auto', 'light', 'dark']),
    accent: z.string().nullable(),
    radius: z.int().nullable(),
  }),
  locale: z.string().describe('Language of the texts, BCP 47'),
  strings: z.record(z.string(), z.string()),
  targets: z.array(Target),
  actions: z.array(z.string()),
  question: z.object({
    enabled: z.boolean(),
    maxLength: z.int(),
    placeholder: z.string(),
    mark: z.string().describe('Stands in a prompt where the reader’s own question goes'),
  }),
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
  page: z.object({ path: z.string(), markdownUrl: z.string().nullable() }).nullable(),
  consent: z.object({ required: z.boolean(), respectGpc: z.boolean() }),
  sampleRate: z.number(),
  endpoint: z.string(),
  showPromptPreview: z.boolean(),
})

/** GET /sites/:id/config: what the widget shows on a page, for everybody who reads it. */
export const getConfig = defineOperation({
  name: 'sites.config',
  summary: 'What the widget of a site shows on a page',
  effect: 'read',
  access: { by: 'public' },
  addressLimit: CONFIG_LIMIT,
  http: {
    surface: 'api',
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
      .describe('The path of the page, without query; / by default'),
  }),
  output: WidgetConfig,
  async handler({ app }, { id, path = '/' }) {
    const asked = pagePath(path)
    const found = await app.system.widgetPages.find(id, asked)
    if (!found) throw notFound('site')
    const config = configOf(app, found, asked)
    const digest = createHash('sha256').update(JSON.stringify(config)).digest('base64url')
    return { ...config, etag: `W/"${digest.slice(0, 22)}"` }
  },
})

function configOf(app: AppContext, found: PageOfWidget, path: string) {
  const { language, texts } = widgetTexts(found.language ?? found.site_language ?? 'en')
  const prompts = found.status === 'archived' ? [] : pagePrompts(found, texts.question)
  return {
    siteId: found.id,
    version: found.version,
    enabled: prompts.length > 0,
    mode: 'bar' as const,
    placement: { selector: null, position: 'end' },
    theme: { scheme: 'auto' as const, accent: null, radius: null },
    locale: language,
    strings: { ...texts },
    targets: shownTargets(targetsOf(found)),
    actions: ['ask', 'copy_prompt', 'copy_link', 'share'],
    question: {
      enabled: true,
      maxLength: MAX_QUESTION,
      placeholder: texts.question,
      mark: OWN_QUESTION_MARK,
    },
    prompts: { default: prompts },
    page: found.page_num === null ? null : { path, markdownUrl: null },
    consent: { required: false, respectGpc: true },
    sampleRate: 1,
    endpoint: `${app.publicUrl}${addressOf({ surface: 'api', path: '/collect' })}`,
    showPromptPreview: true,
  }
}

/** The assistants that the rules of the page name; null where none does. */
function targetsOf({ rules }: PageOfWidget): readonly string[] | null {
  // @NOTE the column is written by the service alone.
  const { targets = null } = JSON.parse(rules ?? '{}') as { targets?: readonly string[] | null }
  return targets
}
