import * as z from 'zod'
import { cleanExcerpt } from '../../domain/ai-score/finding.ts'
import { reasonOf } from '../../mcp/stdio/reply.ts'
import { CliError } from '../cli-error.ts'

const Refusal = z.object({ error: z.object({ message: z.string() }) })

/** Makes an error of an answer that is a refusal: the words of the server, as far as it is one of ours. */
export async function refusedBy(address: URL, response: Response): Promise<CliError> {
  const { success, data } = Refusal.safeParse(await readJson(response))
  const said = success ? cleanExcerpt(data.error.message) : 'no server of Citable is there'
  return new CliError(`${address.origin} answered ${response.status}: ${said}`)
}

export const unreachable = (address: URL, error: unknown): CliError =>
  new CliError(`${address.origin} cannot be reached: ${reasonOf(causeOf(error))}`, { cause: error })

/** `fetch` says that it failed, and its cause says why. */
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
