import * as z from 'zod'

const Base64 = z.base64()
const Embedded = z.object({ uri: z.string(), mimeType: z.string() })

/** One item of the content that a model is shown, in the form of the Model Context Protocol. */
export const ContentItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: Base64, mimeType: z.string() }),
  z.object({ type: z.literal('audio'), data: Base64, mimeType: z.string() }),
  z.object({ type: z.literal('resource'), resource: Embedded.extend({ text: z.string() }) }),
])
export type ContentItem = z.infer<typeof ContentItem>

/** The answer of an operation that is shown item by item. */
export const Content = z.object({ content: z.array(ContentItem).min(1) })
