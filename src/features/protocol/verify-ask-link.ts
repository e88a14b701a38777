import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod'
import { invalidField } from '../../kernel/door/errors.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { ANSWER_TOKENS } from '../../kernel/reads/token-budget.ts'
import { estimateTokens } from '../../lib/text/estimate-tokens.ts'
import { isRecord } from '../../lib/json/is-record.ts'
import type { VerifiedLink } from '../../protocol/links/verify-link.ts'
import type { AskManifest } from '../../protocol/manifest/read-manifest.ts'
import type { DocumentRead, ProtocolProblem } from '../../protocol/problem.ts'
import { ShownFinding, hasLintErrors, showFinding } from './findings.ts'
import { fitAnswer } from './fit-answer.ts'
import { InlineDocument, readSignals, Signals, readInline } from './inputs.ts'
import { shownStart } from './shown-text.ts'

const MAX_NOTED = 3
const VOID: ReadonlySet<string> = new Set(['expired', 'foreign_origin', 'unsupported_version'])
/** Matches the paths of those members of a manifest that do not say who speaks, or in which version. */
const BESIDES = /^(?:prompts|policy|targets|registry|next)\b/

/**
 * The most characters of a link, more than the protocol recognises, so that the protocol itself refuses a long link.
 */
const MAX_LINK_CHARS = 100_000
const MAX_MANIFEST_BYTES = 262_144
const MAX_SHOWN_SOURCES = 10
const MAX_SHOWN_URL = 300
const MAX_SHOWN_VALUE = 200
/** The most tokens of a prompt that are shown, in each of the two forms of the answer; the findings need the rest. */
const PROMPT_TOKENS = 2_000
const SHORTENED_CHARS = 1_500

const Verified = z.object({
  status: z.enum(['verified', 'verified_with_input', 'unpublished', 'unrecognised']),
  ok: z.boolean().describe('The prompt has no error'),
  target: z.string().nullable(),
  prompt: z.string().nullable(),
  sources: z.array(z.string()),
  ask: z.string().optional(),
  inputs: z.record(z.string(), z.string()).optional(),
  findings: z.array(ShownFinding),
  untrusted: z.array(z.string()),
  notes: z.array(z.string()).optional(),
})

/** Verifies a link: returns whether the origin of its source publishes the prompt that it carries. */
export const verifyAskLink = defineOperation({
  name: 'protocol.verifyLink',
  summary: 'What a link to an assistant asks, and whether its site publishes that',
  access: { by: 'public' },
  input: z.strictObject({
    href: z.string().min(1).max(MAX_LINK_CHARS).describe('The whole link'),
    manifest: InlineDocument.optional().describe(
      'What /.well-known/ask-ai.json of the source’s origin holds; nothing is fetched here',
    ),
    manifestUrl: z
      .string()
      .max(2_048)
      .optional()
      .describe('Where it was fetched; its site.url by default'),
    signals: Signals,
  }),
  output: Verified,
  rules: [
    (_, { manifestUrl }) => readOrigin(manifestUrl),
    async ({ app }, { manifest, manifestUrl }) => {
      if (!manifest) return
      assertSize(manifest)
      const { readManifest } = await loadProtocol()
      const url = manifestUrl ?? statedUrl(manifest)
      checkManifest(readManifest(manifest, { url, now: app.now() }))
    },
  ],
  async handler({ app }, { href, manifest, manifestUrl, signals }) {
    const { prepareLinter, readManifest, verifyLink } = await loadProtocol()
    const statedOrigin = await readOrigin(manifestUrl)
    await prepareLinter(turn)
    if (manifest === undefined) return showVerified(verifyLink({ href }), NO_MANIFEST)
    assertSize(manifest)
    const url = manifestUrl ?? statedUrl(manifest)
    const origin = statedOrigin ?? (await originOf(url))
    const { isVoid, notes } = checkManifest(readManifest(manifest, { url, now: app.now() }))
    const fetched = isVoid ? undefined : { origin: origin ?? '', document: manifest }
    const verified = verifyLink({ href, manifest: fetched, signals: await readSignals(signals) })
    return showVerified(verified, [...notes, ...(manifestUrl === undefined ? TAKEN_ON_TRUST : [])])
  },
})

const loadProtocol = () => import('../../protocol/index.ts')

async function originOf(url: string | undefined): Promise<string | undefined> {
  const { readWebAddress } = await import('../../protocol/web-address.ts')
  return readWebAddress(url)?.origin
}

/** Returns the origin of a given address. Throws VALIDATION_FAILED for an address that has none. */
async function readOrigin(url: string | undefined): Promise<string | undefined> {
  const origin = await originOf(url)
  if (url === undefined || origin !== undefined) return origin
  throw invalidField('manifestUrl', 'wrong_form', 'Give an http or https address')
}

const NO_MANIFEST = ['without a manifest nothing can be verified; the findings hold']
const TAKEN_ON_TRUST = [
  'the manifest is taken as fetched from its site.url: verified means nothing if it was not',
]

function assertSize(manifest: object): void {
  if (Buffer.byteLength(JSON.stringify(manifest)) <= MAX_MANIFEST_BYTES) return
  const message = `At most ${MAX_MANIFEST_BYTES} octets; leave out prompts that are not meant`
  throw invalidField('manifest', 'too_long', message)
}

function statedUrl({ site }: Readonly<Record<string, unknown>>): string | undefined {
  const url = isRecord(site) ? site['url'] : undefined
  return typeof url === 'string' ? url : undefined
}

function showVerified(verified: VerifiedLink, told: readonly string[]): z.input<typeof Verified> {
  const { status, target, prompt, sources, ask, inputs = {}, findings } = verified
  const values = Object.entries(inputs).map(([name, value]) => [
    name,
    shownStart(value, MAX_SHOWN_VALUE),
  ])
  const given = {
    status,
    ok: status !== 'unrecognised' && !hasLintErrors(findings),
    target,
    prompt: prompt === null ? null : showPrompt(prompt),
    sources: sources.slice(0, MAX_SHOWN_SOURCES).map((source) => shownStart(source, MAX_SHOWN_URL)),
    ...(ask !== undefined && { ask }),
    ...(values.length > 0 && { inputs: Object.fromEntries(values) as Record<string, string> }),
  }
  const shown = findings.map((finding) => showFinding(finding, prompt ?? ''))
  const { kept, omitted } = fitAnswer(shown, { tokens: ANSWER_TOKENS, besides: given })
  const notes = [
    ...told,
    ...(status === 'unrecognised' ? ['no link of an assistant that the registry has'] : []),
    ...(omitted.length > 0 ? [`${omitted.length} more findings`] : []),
  ]
  return {
    ...given,
    findings: kept,
    untrusted: ['prompt', 'sources', 'ask', 'inputs', 'findings'],
    ...(notes.length > 0 && { notes }),
  }
}

/** Returns the whole prompt, or its beginning where it is too long for an answer. */
const showPrompt = (prompt: string): string =>
  estimateTokens(prompt) <= PROMPT_TOKENS
    ? shownStart(prompt, prompt.length)
    : shownStart(prompt, SHORTENED_CHARS)

interface Judged {
  /** True for a manifest that is treated as if there were no manifest. */
  isVoid: boolean
  notes: string[]
}

/**
 * Returns whether a manifest is void, since it has ended or is of another origin or major version, and notes on its
 * problems. Throws VALIDATION_FAILED for a document that is not a manifest.
 */
function checkManifest(read: DocumentRead<AskManifest>): Judged {
  if (read.ok) return { isVoid: false, notes: read.value.ignored.slice(0, MAX_NOTED).map(noteOf) }
  const { problems } = read
  const others = problems.filter(({ path }) => !BESIDES.test(path))
  const grave = others.filter(({ code }) => !VOID.has(code))
  if (grave.length > 0) readInline('manifest', { ok: false, problems: grave })
  const rest = problems.length - MAX_NOTED
  return {
    isVoid: others.length > 0,
    notes: [
      ...(others.length > 0 ? ['the manifest counts as if it were not there'] : []),
      ...problems.slice(0, MAX_NOTED).map(noteOf),
      ...(rest > 0 ? [`${rest} more problems of the manifest`] : []),
    ],
  }
}

/**
 * Makes a note of a problem. Its place and message are written by this service's reader, never taken from the manifest.
 */
const noteOf = ({ path, message }: ProtocolProblem): string => `manifest.${path}: ${message}`
