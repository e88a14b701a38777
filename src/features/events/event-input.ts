import * as z from 'zod'
import { isRecord } from '../../lib/json/is-record.ts'
import { cleanVisitorText } from './redact.ts'

const kinds = [
  'impression',
  'ai_click',
  'share',
  'question',
  'referral',
  'pageview',
  'feedback',
] as const

const MAX_URL = 2_048

const Slug = z.string().regex(/^[\w.:-]{1,64}$/, 'Must be 1 to 64 letters, digits or ._:-')

/**
 * The fields of an event. All kinds share one shape, so that an unknown field is always named; fields that a kind does
 * not use are not stored.
 */
const fields = {
  eventId: Slug.optional().describe('Made by the client; a second event with it is a duplicate'),
  kind: z.enum(kinds),
  url: z.string().min(1).max(MAX_URL).describe('Address of the page, or its path'),
  title: z.string().max(500).optional().describe('Title of the page'),
  referrer: z.string().max(MAX_URL).optional().describe('document.referrer'),
  target: z.string().max(64).optional().describe('Engine that the reader opened or asked'),
  question: z.string().max(4_000).optional().describe('What the reader asked; kind question'),
  method: z
    .enum(['copy_prompt', 'copy_markdown', 'copy_link', 'native', 'email'])
    .optional()
    .describe('How it was shared; kind share'),
  promptKind: Slug.optional(),
  promptId: Slug.optional(),
  ruleId: Slug.optional(),
  rating: z.enum(['up', 'down']).optional().describe('kind feedback'),
  visibleMs: z.int().min(0).max(86_400_000).optional().describe('kind impression'),
  language: z.string().max(35).optional(),
  widgetVersion: Slug.optional(),
}

/** The field that each kind requires. */
const NEEDED = { question: 'question', ai_click: 'target', feedback: 'rating' } as const

/**
 * Makes a schema require the field that each kind needs, and report it also where the event has other errors. A text
 * without a visible sign counts as missing.
 */
function needing<Fields extends z.ZodObject>(event: Fields): Fields {
  return Object.entries(NEEDED).reduce(
    (schema, [kind, needed]) =>
      schema.refine((value) => value['kind'] !== kind || saysSomething(value[needed]), {
        path: [needed],
        message: `Required for the kind ${kind}`,
        when: ({ value }) => isRecord(value),
      }),
    event,
  )
}

/**
 * Matches blanks that are neither white space nor ignorable, and the replacement character for what could not be read.
 */
const NO_SIGN = /[\u2800\uFFFD]/g

const saysSomething = (value: unknown): boolean =>
  value !== undefined &&
  (typeof value !== 'string' ||
    cleanVisitorText(value, value.length).replaceAll(NO_SIGN, '').trim() !== '')

/** One event as a widget sends it. */
export const CollectedEvent = needing(z.strictObject(fields))

export type CollectedEvent = z.output<typeof CollectedEvent>

export const MAX_BATCH_EVENTS = 50

/** One line of history: an event with its own time, and a reader who is named by a key instead of a request. */
export const ImportedEvent = needing(
  z.strictObject({
    ...fields,
    eventId: Slug.describe('The same line imported twice is one event'),
    at: z.iso.datetime({ offset: true }).describe('When it happened'),
    visitor: z
      .string()
      .min(1)
      .max(200)
      .describe('Tells readers apart within a day; only a hash is kept'),
    country: z
      .string()
      .regex(/^(?:[A-Z]{2}|T1)$/i, 'Must be two letters')
      .optional()
      .describe('Code of ISO 3166-1; one of no country, such as XX, is none'),
    device: z.enum(['desktop', 'mobile', 'tablet']).optional(),
  }),
)
