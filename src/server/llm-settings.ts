import * as z from 'zod'
import { parseUrl } from '../lib/web/parse-url.ts'
import { integerSetting } from './setting-types.ts'

/** True for an address that holds a user or a password, which fetch refuses. */
function hasUser(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && url.username + url.password !== ''
}

/** Settings for an operator who lets a model word prompts. */
export const LLM_SETTINGS = {
  LLM_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((url) => !hasUser(url), 'must not hold a user or password; use LLM_API_KEY')
    .optional()
    .describe(
      'OpenAI-compatible endpoint that words prompts and finds questions, such as http://localhost:11434/v1; without it they are deterministic',
    ),
  LLM_MODEL: z.string().optional().describe('Model at LLM_URL, which needs one'),
  LLM_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional()
    .describe('Bearer token for LLM_URL, if it wants one'),
  LLM_TIMEOUT_MS: integerSetting(100, 300_000)
    .default(30_000)
    .describe('How long the model may take for one part of a page, in milliseconds'),
  LLM_CONCURRENCY: integerSetting(1, 32).default(4).describe('Requests to the model at a time'),
  LLM_MAX_PAGES: integerSetting(1, 50_000)
    .default(500)
    .describe(
      'Pages of one scan that the model is asked for, each in up to eight parts; the others get deterministic prompts',
    ),
}

/** Returns the settings of the model that words prompts; undefined while no model does. */
export const llmOf = (env: z.output<z.ZodObject<typeof LLM_SETTINGS>>) =>
  env.LLM_URL === undefined || env.LLM_MODEL === undefined
    ? undefined
    : {
        url: env.LLM_URL,
        model: env.LLM_MODEL,
        apiKey: env.LLM_API_KEY,
        timeoutMs: env.LLM_TIMEOUT_MS,
        concurrency: env.LLM_CONCURRENCY,
        maxPages: env.LLM_MAX_PAGES,
      }
