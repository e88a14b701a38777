import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import { defineOperation } from '../../kernel/door/operation.ts'
import { ANSWER_TOKENS } from '../../kernel/reads/token-budget.ts'
import { readWebAddress } from '../../protocol/web-address.ts'
import { ShownFinding, hasLintErrors, showFinding } from './findings.ts'
import { fitAnswer } from './fit-answer.ts'

const MAX_PROMPT_CHARS = 8_000
const MAX_SOURCES = 50

/** Lints a prompt, and returns whether it steers the assistant that it is sent to. */
export const lintAskPrompt = defineOperation({
  name: 'protocol.lint',
  summary: 'Whether a prompt manipulates the assistant',
  access: { by: 'public' },
  input: z.strictObject({
    prompt: z.string().min(1).max(MAX_PROMPT_CHARS).describe('At most 8,000 characters'),
    sources: z
      .array(z.string().min(1).max(2_048))
      .max(MAX_SOURCES)
      .optional()
      .describe('Hosts or addresses it may name; its lines Source: by default'),
    isTemplate: z
      .boolean()
      .default(false)
      .describe('True before rendering, without a line Source:'),
  }),
  output: z.object({
    ok: z.boolean().describe('No finding is an error'),
    findings: z.array(ShownFinding),
    untrusted: z.array(z.string()),
    notes: z.array(z.string()).optional(),
  }),
  async handler(_, { prompt, sources, isTemplate }) {
    const { lintPrompt, prepareLinter } = await import('../../protocol/lint/lint-prompt.ts')
    await prepareLinter(turn)
    const declared = sources ? sources.map(hostOf) : statedSources(prompt)
    const found = lintPrompt(prompt, { sources: declared, isTemplate })
    const shown = found.map((finding) => showFinding(finding, prompt))
    const { kept, omitted } = fitAnswer(shown, { tokens: ANSWER_TOKENS })
    return {
      ok: !hasLintErrors(found),
      findings: kept,
      untrusted: ['findings'],
      ...(omitted.length > 0 && { notes: [`${omitted.length} more findings`] }),
    }
  },
})

/** Returns the origin of a whole address; any other text is taken for a host, as the linter does. */
const hostOf = (source: string): string => readWebAddress(source)?.origin ?? source

/** Returns the origins in the lines `Source:` of a prompt. */
const statedSources = (prompt: string): string[] =>
  [...prompt.matchAll(/^Source: (\S{1,2048})$/gm)]
    .slice(0, MAX_SOURCES)
    .flatMap(([, source = '']) => readWebAddress(source)?.origin ?? [])
