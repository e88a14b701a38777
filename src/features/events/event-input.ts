import * as z from 'zod'

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
 * All kinds share one shape, so that an unknown field is always named; fields that a kind does not use are not stored.
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

type Kinded = { kind: (typeof kinds)[number] } & Partial<
  Record<(typeof NEEDED)[keyof typeof NEEDED], unknown>
>

function requireForKind({ value, issues }: z.core.ParsePayload<Kinded>): void {
  // @NOTE `hasOwn` has just checked that the kind is one of the keys.
  const needed = Object.hasOwn(NEEDED, value.kind)
    ? NEEDED[value.kind as keyof typeof NEEDED]
    : undefined
  if (needed === undefined || value[needed] !== undefined) return
  issues.push({
    code: 'custom',
    path: [needed],
    message: `Required for the kind ${value.kind}`,
    input: value,
  })
}

/** One event as a widget sends it. */
export const CollectedEvent = z.strictObject(fields).check(requireForKind)

export type CollectedEvent = z.output<typeof CollectedEvent>

export const MAX_BATCH_EVENTS = 50

/** One line of history: an event with its own time, and a reader who is named by a key instead of a request. */
export const ImportedEvent = z
  .strictObject({
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
      .regex(/^[A-Z]{2}$/)
      .optional(),
    device: z.enum(['desktop', 'mobile', 'tablet']).optional(),
  })
  .check(requireForKind)
