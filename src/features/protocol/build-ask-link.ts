import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import { MaxTokens } from '../../kernel/door/inputs.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { TimeSlice } from '../../lib/concurrency/time-slice.ts'
import { ASK_INTENTS } from '../../protocol/ask/cited-ask.ts'
import type { BuiltLink, LinkQuestion } from '../../protocol/links/build-link.ts'
import { TARGET_REGISTRY } from '../../protocol/targets/registry.ts'
import { showFinding } from './findings.ts'
import { AskLink, showLayer } from './ask-link.ts'
import { fitAnswer } from './fit-answer.ts'
import {
  InlineDocument,
  MAX_BATCH,
  PageAddress,
  readInline,
  readInlinePolicy,
  readSignals,
  readTargets,
  Signals,
  TargetName,
  together,
} from './inputs.ts'
import { showUnseen } from './shown-text.ts'
import type { LintFinding } from '../../protocol/lint/lint-prompt.ts'

const MAX_INPUT_CHARS = 8_000
const MAX_TITLE_CHARS = 8_000
const MAX_FINDINGS = 10

const Ask = z
  .looseObject({
    id: z.string(),
    intent: z.enum(ASK_INTENTS),
    template: z.string().describe('Prose with {title}, {url}, {site} and its variables'),
  })
  .describe('Cited Ask, as get_schema cited-ask has it')

const Page = z.strictObject({
  url: PageAddress,
  title: z.string().max(MAX_TITLE_CHARS).default(''),
  site: z.string().max(MAX_TITLE_CHARS).default('').describe('Name of the site'),
  language: z.string().max(35).optional(),
})

/** Builds, for each of some assistants, the link that opens it with a Cited Ask about a page. */
export const buildAskLink = defineOperation({
  name: 'protocol.buildLink',
  summary: 'The link that takes a Cited Ask to an assistant',
  access: { by: 'public' },
  input: z.strictObject({
    ask: Ask,
    target: TargetName.optional().describe('Assistant'),
    targets: z
      .array(TargetName)
      .max(MAX_BATCH)
      .optional()
      .describe('Several; the usual ones by default'),
    page: Page.describe('The page it is about'),
    inputs: z
      .record(z.string(), z.string().max(MAX_INPUT_CHARS))
      .optional()
      .describe('Values of variables'),
    policy: InlineDocument.optional().describe('Ask Policy of the site'),
    signals: Signals,
    maxTokens: MaxTokens,
  }),
  output: z.object({
    prompt: z.string().nullable().describe('Of the first link; show it whole before it is opened'),
    links: z.array(AskLink),
    untrusted: z.array(z.string()),
    notes: z.array(z.string()).optional(),
  }),
  rules: [
    (_, { ask }) => readInlineAsk(ask),
    (_, { target, targets }) => readTargets(together(target, targets)),
    (_, { policy }) => policy && readInlinePolicy(policy),
  ],
  async handler(_, { ask, target, targets, page, inputs, policy, signals, maxTokens }) {
    const named = together(target, targets)
    const { ids, notes } = readTargets(named.length > 0 ? named : (TARGET_REGISTRY.defaults ?? []))
    const { buildLink, compilePolicy, prepareLinter } = await import('../../protocol/index.ts')
    await prepareLinter(turn)
    const question = {
      ask: await readInlineAsk(ask),
      page,
      inputs,
      policy: policy && compilePolicy(await readInlinePolicy(policy)),
      signals: await readSignals(signals),
    }
    const links = await builtFor(ids, question, buildLink)
    return fitLinks(links, { maxTokens, notes })
  },
})

async function readInlineAsk(ask: object) {
  const { readAsk } = await import('../../protocol/index.ts')
  return readInline('ask', readAsk(ask))
}

type AskedAlike = Omit<LinkQuestion, 'target'>

interface TargetLink {
  target: string
  link: BuiltLink
}

/** Builds the links of the assistants one after the other, so that other requests run in between. */
async function builtFor(
  ids: readonly string[],
  question: AskedAlike,
  buildLink: (question: LinkQuestion) => BuiltLink,
): Promise<TargetLink[]> {
  const slice = new TimeSlice()
  const links: TargetLink[] = []
  for (const target of ids) {
    await slice.yieldIfOver()
    links.push({ target, link: buildLink({ ...question, target }) })
  }
  return links
}

const promptOf = (link: BuiltLink): string | undefined =>
  link.kind === 'refused' ? undefined : link.prompt

/**
 * Returns as many of the links as fit into an answer, each whole. The prompt is returned once, and again with each link
 * that has another prompt.
 */
function fitLinks(
  links: readonly TargetLink[],
  { maxTokens, notes }: { maxTokens: number; notes: readonly string[] },
) {
  const prompt = links.map(({ link }) => promptOf(link)).find((one) => one !== undefined) ?? null
  const shown = links.map(({ target, link }) => showLink(target, link, prompt))
  const { kept, omitted } = fitAnswer(shown, {
    tokens: maxTokens,
    besides: prompt,
    shorten: withoutApp,
  })
  const isTooLong = prompt !== null && kept.length === 0
  const told = [
    ...notes,
    ...(omitted.length > 0
      ? [`too long for this answer: ${omitted.map((one) => one.target).join(', ')}; ${HINT}`]
      : []),
  ]
  return {
    prompt: isTooLong ? null : prompt,
    links: kept,
    untrusted: ['prompt', 'links', 'notes'],
    ...(told.length > 0 && { notes: told.map(showUnseen) }),
  }
}

/** Returns a link without its form for an installed program, since the web link says the same. */
function withoutApp(link: ShownLink): ShownLink {
  const { app: _, ...others } = link
  return others
}

const HINT = 'ask for one target, with maxTokens up to 20000'

type ShownLink = z.input<typeof AskLink>

function showLink(target: string, link: BuiltLink, first: string | null): ShownLink {
  if (link.kind !== 'refused') {
    const { prompt, findings, ...rest } = link
    return {
      target,
      ...rest,
      ...(prompt !== first && { prompt }),
      findings: firstFindings(findings),
    }
  }
  const shown = { target: showUnseen(target), kind: link.kind, reason: link.reason }
  if (link.reason === 'lint') return { ...shown, findings: firstFindings(link.findings) }
  if (link.reason === 'policy_denied') {
    return { ...shown, decision: link.decision, layers: link.layers.map(showLayer) }
  }
  if (link.reason === 'render') {
    return { ...shown, error: link.error, ...(link.name !== undefined && { name: link.name }) }
  }
  return shown
}

const firstFindings = (findings: readonly LintFinding[]) =>
  findings.slice(0, MAX_FINDINGS).map((one) => showFinding(one))
