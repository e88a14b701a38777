import * as z from 'zod'
import { invalidField } from '../../kernel/door/errors.ts'
import { foldName } from '../../kernel/arguments/argument-aliases.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { ANSWER_TOKENS } from '../../kernel/reads/token-budget.ts'
import { TimeSlice } from '../../lib/concurrency/time-slice.ts'
import { USES, type Use } from '../../protocol/policy/ask-policy.ts'
import type { LayersAnswer } from '../../protocol/policy/evaluate-layers.ts'
import { findTarget } from '../../protocol/targets/registry.ts'
import { Layer, showLayer } from './ask-link.ts'
import { fitAnswer } from './fit-answer.ts'
import {
  InlineDocument,
  MAX_BATCH,
  PageAddress,
  readInlinePolicy,
  readSignals,
  Signals,
  TargetName,
  together,
} from './inputs.ts'
import { showUnseen } from './shown-text.ts'
import { readTargetName } from './target-names.ts'

const MAX_SHOWN_URL = 300

const Result = z.object({
  url: z.string(),
  decision: z.string(),
  obligations: z
    .object({
      attribution: z.string(),
      maxExcerpt: z.int().nullable(),
      license: z.string().nullable(),
    })
    .nullable(),
  layers: z.array(Layer),
})

/** Returns what a policy and the other signals of a site decide about a use of some pages. */
export const evaluateAskPolicy = defineOperation({
  name: 'protocol.evaluatePolicy',
  summary: 'What an Ask Policy and other signals say of a use of pages',
  access: { by: 'public' },
  input: z.strictObject({
    policy: InlineDocument.describe('Ask Policy, as get_schema policy has it'),
    target: TargetName.describe('Assistant'),
    use: z.string().min(1).max(64).describe(USES.join(', ')),
    url: PageAddress.optional().describe('Of a page'),
    urls: z.array(PageAddress).max(MAX_BATCH).optional().describe('Of several'),
    signals: Signals,
  }),
  output: z.object({
    target: z.string(),
    use: z.string(),
    results: z.array(Result),
    untrusted: z.array(z.string()),
    notes: z.array(z.string()).optional(),
  }),
  rules: [
    (_, { policy }) => readInlinePolicy(policy),
    (_, { url, urls }) => pagesOf(together(url, urls)),
  ],
  async handler(_, { policy, target, use, url, urls, signals }) {
    const pages = pagesOf(together(url, urls))
    const { compilePolicy, evaluateLayers } = await import('../../protocol/index.ts')
    const compiled = compilePolicy(await readInlinePolicy(policy))
    const id = readTargetName(target)
    const meant = readUse(use)
    const question = {
      target: id,
      agents: findTarget(id)?.agents,
      // @NOTE no rule decides about a use that the protocol does not know.
      use: meant as Use,
      signals: await readSignals(signals),
    }
    const slice = new TimeSlice()
    const results: z.input<typeof Result>[] = []
    for (const page of pages) {
      await slice.yieldIfOver()
      results.push(showResult(page, evaluateLayers(compiled, { ...question, url: page })))
    }
    return fitResults(results, { target: showUnseen(id), use: showUnseen(meant) })
  },
})

function pagesOf(urls: readonly string[]): string[] {
  const pages = [...new Set(urls)]
  if (pages.length === 0) throw invalidField('url', 'missing', 'Give url, or urls')
  if (pages.length > MAX_BATCH) throw invalidField('urls', 'too_big', `At most ${MAX_BATCH}`)
  return pages
}

/**
 * Returns the use that a word means, in any case and with any separator. Another word is returned unchanged, and no
 * rule decides about it.
 */
function readUse(word: string): string {
  return USES.find((use) => foldName(use) === foldName(word)) ?? word
}

function showResult(url: string, { decision, obligations, layers }: LayersAnswer) {
  return {
    url: showUnseen(url.slice(0, MAX_SHOWN_URL)),
    decision,
    obligations: obligations && {
      ...obligations,
      license: obligations.license === null ? null : showUnseen(obligations.license),
    },
    layers: layers.map(showLayer),
  }
}

function fitResults(
  results: readonly z.input<typeof Result>[],
  { target, use }: { target: string; use: string },
) {
  const { kept, omitted } = fitAnswer(results, { tokens: ANSWER_TOKENS })
  const notes = [
    ...(findTarget(target) ? [] : ['the registry has no such target, so * rules alone count']),
    ...(USES.some((known) => known === use) ? [] : ['the protocol knows no such use']),
    ...(omitted.length > 0 ? [`${omitted.length} more pages are too long for this answer`] : []),
  ]
  return {
    target,
    use,
    results: kept,
    untrusted: ['target', 'use', 'results'],
    ...(notes.length > 0 && { notes }),
  }
}
