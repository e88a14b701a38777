import * as z from 'zod'
import { ModelDraft } from './draft.ts'
import type { FallbackReason, WriterResult } from '../../../domain/prompts/prompt-writer.ts'

/**
 * The fields that are read of an answer of /chat/completions. Source:
 * https://platform.openai.com/docs/api-reference/chat/object
 */
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
})

/** Bytes of an answer that are read, counted after decompression. */
const MAX_ANSWER_BYTES = 256 * 1024

/** Reads the text of a body; undefined when it is larger than the limit, beyond which nothing is taken. */
export async function readChatAnswer({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > MAX_ANSWER_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Answers what the model wrote, where it has the requested form. */
export function draftOf(answer: string): WriterResult {
  const completion = Completion.safeParse(parsed(answer))
  if (!completion.success) return failedWriting('no_completion', true)
  const [choice] = completion.data.choices
  const content = choice?.message.content
  const isWhole = choice?.finish_reason === 'stop' || (choice?.finish_reason ?? null) === null
  if (typeof content !== 'string' || !isWhole) return failedWriting('incomplete')
  const value = parsed(withoutCodeFence(content))
  if (value === undefined) return failedWriting('not_json')
  const draft = ModelDraft.safeParse(value)
  return draft.success ? { ok: true, draft: draft.data } : failedWriting('invalid')
}

export const failedWriting = (reason: FallbackReason, isOutage = false): WriterResult => ({
  ok: false,
  reason,
  isOutage,
})

/** Removes the code fence in which models like to put JSON when they are not given a response format. */
const withoutCodeFence = (content: string): string =>
  content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1)

/** Parses JSON; undefined for any other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
