import * as z from 'zod'
import type { SiteRow } from '../../../db/site-row.ts'
import { isOneLine } from '../../domain/is-one-line.ts'
import { MAX_OWN_QUESTION } from '../../domain/prompts/free-question.ts'
import { isPlainSelector } from '../../domain/widget/is-plain-selector.ts'
import { WIDGET_TEXT_KEYS } from '../../domain/widget/widget-texts.ts'
import { findTarget } from '../../protocol/targets/registry.ts'
import { SiteLanguage } from '../../kernel/door/inputs.ts'

const MAX_TEXT = 200
const MAX_TARGETS = 20

const Mode = z.enum(['bar', 'button', 'inline', 'headless'])
const Position = z.enum(['before', 'after', 'start', 'end', 'float'])
const Scheme = z.enum(['auto', 'light', 'dark'])
const Action = z.enum(['ask', 'copy_prompt', 'copy_markdown', 'copy_link', 'share'])

/** The looks and the functions of a site's widget. */
export const WidgetSettings = z.object({
  enabled: z.boolean(),
  mode: Mode,
  placement: z.object({ selector: z.string().nullable(), position: Position }),
  theme: z.object({
    scheme: Scheme,
    accent: z.string().nullable(),
    radius: z.int().nullable().describe('Pixels'),
  }),
  locale: z.string().nullable().describe('null is the language of each page'),
  strings: z.record(z.string(), z.string()).describe('Texts in place of ours'),
  targets: z.array(z.string()).nullable().describe('null is what everybody offers'),
  actions: z.array(Action),
  question: z.object({
    enabled: z.boolean(),
    maxLength: z.int(),
    placeholder: z.string().nullable().describe('null is a text of ours'),
  }),
  consent: z.object({ required: z.boolean(), respectGpc: z.boolean() }),
  sampleRate: z.number(),
  showPromptPreview: z.boolean(),
})
export type WidgetSettings = z.output<typeof WidgetSettings>

const DEFAULTS: WidgetSettings = {
  enabled: true,
  mode: 'bar',
  placement: { selector: null, position: 'end' },
  theme: { scheme: 'auto', accent: null, radius: null },
  locale: null,
  strings: {},
  targets: null,
  // `copy_markdown` is shown only on pages that have Markdown of their own.
  actions: ['ask', 'copy_prompt', 'copy_markdown', 'copy_link', 'share'],
  question: { enabled: true, maxLength: MAX_OWN_QUESTION, placeholder: null },
  consent: { required: false, respectGpc: true },
  sampleRate: 1,
  showPromptPreview: true,
}

/** Makes the schema of a member that may be left out, and that null sets back to its default. */
const member = <T extends z.ZodType>(schema: T) => schema.nullable().optional()

const Line = z
  .string()
  .trim()
  .min(1)
  .max(MAX_TEXT)
  .refine(isOneLine, 'Must be one line, without characters that nobody sees')

const areDifferent = (items: readonly string[]): boolean => new Set(items).size === items.length

const Target = z
  .string()
  .max(64)
  .refine((id) => findTarget(id) !== undefined, 'Must be an assistant of the Ask Targets registry')

// @NOTE the keys come from a list, whose type `fromEntries` forgets.
const texts = Object.fromEntries(WIDGET_TEXT_KEYS.map((key) => [key, member(Line)])) as Record<
  (typeof WIDGET_TEXT_KEYS)[number],
  ReturnType<typeof member<typeof Line>>
>

/** The settings as an owner changes them: a member that is left out stays, and null sets it back to its default. */
export const WidgetSettingsInput = z.strictObject({
  enabled: member(z.boolean()).describe('False shows the widget nowhere'),
  mode: member(Mode),
  placement: member(
    z.strictObject({
      selector: member(
        z
          .string()
          .max(MAX_TEXT)
          .refine(isPlainSelector, 'Must be a plain CSS selector such as #content > p'),
      ).describe('The element of the page; null is its main part'),
      position: member(Position).describe('Where in, or beside, that element'),
    }),
  ),
  theme: member(
    z.strictObject({
      scheme: member(Scheme),
      accent: member(
        z.string().regex(/^#(?:[0-9a-f]{3}){1,2}$/i, 'Must be a colour such as #0a7 or #00aa77'),
      ),
      radius: member(z.int().min(0).max(64)).describe('Of corners, in pixels'),
    }),
  ),
  locale: member(SiteLanguage).describe('Language of the texts; null is that of each page'),
  strings: member(z.strictObject(texts)).describe('Texts in place of ours'),
  targets: member(
    z.array(Target).max(MAX_TARGETS).refine(areDifferent, 'Names an assistant twice'),
  ).describe(
    'Ids of assistants, in the order that they are shown in; rules of prompts may say others',
  ),
  actions: member(z.array(Action).max(5).refine(areDifferent, 'Names an action twice')),
  question: member(
    z.strictObject({
      enabled: member(z.boolean()).describe('Whether readers may ask a question of their own'),
      maxLength: member(z.int().min(1).max(MAX_OWN_QUESTION)),
      placeholder: member(Line),
    }),
  ),
  consent: member(
    z.strictObject({
      required: member(z.boolean()).describe(
        'Tell nothing before the page says that it has consent',
      ),
      respectGpc: member(z.boolean()).describe('Tell nothing of readers with GPC or DNT'),
    }),
  ),
  sampleRate: member(z.number().min(0).max(1)).describe('Share of page loads that are told'),
  showPromptPreview: member(z.boolean()),
})
type WidgetSettingsInput = z.output<typeof WidgetSettingsInput>

/** True where readers can ask a question of their own. */
export const offersQuestions = ({ question, actions }: WidgetSettings): boolean =>
  question.enabled && actions.includes('ask')

type SettingsColumn = Pick<SiteRow, 'widget_settings'>

/** Returns all settings of a site, with defaults for those that are not stored. */
export const widgetSettingsOf = ({ widget_settings: stored }: SettingsColumn): WidgetSettings =>
  // @NOTE the column is written below alone, from members that the schema has checked.
  merged({ ...DEFAULTS }, JSON.parse(stored) as Members) as WidgetSettings

/** Returns the column for changed settings; null for `input` sets all of them back to their defaults. */
export function changedWidgetSettings(
  before: SettingsColumn,
  input: WidgetSettingsInput | null,
): SettingsColumn {
  // @NOTE the column is an object of JSON.
  const stored = input && merged(JSON.parse(before.widget_settings) as Members, input)
  return { widget_settings: JSON.stringify(stored ?? {}) }
}

type Members = Readonly<Record<string, unknown>>

/** Returns members with changes applied, also within members that have members of their own; null removes a member. */
function merged(before: Members, changes: Members): Members {
  const result = { ...before }
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue
    if (value === null) delete result[name]
    else if (isMembers(value)) result[name] = merged(membersOf(before[name]), value)
    else result[name] = value
  }
  return result
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {})
