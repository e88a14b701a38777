import * as z from 'zod'
import { cleanExcerpt } from '../../domain/ai-score/finding.ts'
import { reasonOf } from '../../mcp/stdio/reply.ts'
import { CliError } from '../cli-error.ts'

const Refusal = z.object({ error: z.object({ message: z.string() }) })

/**
 * Makes the error for a response that refuses a request, with the words of the server where the response is one of
 * ours.
 */
export async function refusedBy(address: URL, response: Response): Promise<CliError> {
  const { success, data } = Refusal.safeParse(await readJson(response))
  const said = success ? cleanExcerpt(data.error.message) : 'no server of Citable is there'
  return new CliError(`${address.origin} answered ${response.status}: ${said}`)
}

export const unreachable = (address: URL, error: unknown): CliError =>
  new CliError(`${address.origin} cannot be reached: ${reasonOf(causeOf(error))}`, { cause: error })

/** Returns the cause of a failed `fetch`, which says why it failed; `fetch` itself says only that it did. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? error.cause : error

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
