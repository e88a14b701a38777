import { askDigest } from '../../protocol/ask/ask-digest.ts'
import type { CitedAsk } from '../../protocol/ask/cited-ask.ts'
import { isBuiltInValue } from '../../protocol/ask/cited-ask.ts'
import { renderAsk } from '../../protocol/ask/render-ask.ts'
import { lintPrompt } from '../../protocol/lint/lint-prompt.ts'
import type { AskManifest } from '../../protocol/manifest/read-manifest.ts'
import { findTarget } from '../../protocol/targets/registry.ts'
import { readWebAddress } from '../../protocol/web-address.ts'

/** A finding in a manifest; `path` names a place in it, such as `prompts[2].digest`. */
export interface ManifestFinding {
  path: string
  code: string
  severity: 'error' | 'warning'
  message: string
}

/** The publisher levels of specification 10, as far as a manifest alone shows them. */
type PublisherLevel = 'none' | 'basic' | 'cited' | 'verifiable'

interface JudgedManifest {
  level: PublisherLevel
  findings: ManifestFinding[]
}

/**
 * Judges the content of a valid manifest: whether its prompts are clean, its digests match and its targets are known.
 */
export async function judgeManifest(
  manifest: AskManifest,
  origin: string,
): Promise<JudgedManifest> {
  const findings: ManifestFinding[] = manifest.ignored.map((one) => ({
    ...one,
    severity: 'warning',
  }))
  let isClean = true
  let hasDigests = true
  for (const [index, ask] of manifest.prompts.entries()) {
    const path = `prompts[${index}]`
    const linted = lintAsk(ask, manifest, origin, path)
    isClean &&= linted.every(({ severity }) => severity === 'warning')
    const digested = await judgeDigest(ask, `${path}.digest`)
    hasDigests &&= ask.digest !== undefined && digested.length === 0
    findings.push(...linted, ...digested, ...judgeTargets(ask.targets ?? [], `${path}.targets`))
  }
  findings.push(...judgeTargets(manifest.targets ?? [], 'targets'))
  return { level: levelOf(manifest, isClean, hasDigests), findings }
}

function levelOf(
  { policy, prompts }: AskManifest,
  isClean: boolean,
  hasDigests: boolean,
): PublisherLevel {
  if (policy === undefined) return 'none'
  if (prompts.length === 0 || !isClean) return 'basic'
  return hasDigests ? 'verifiable' : 'cited'
}

/** The text in the place of what a reader types, which is not judged because it is not part of the site's words. */
const INPUT = '…'

function lintAsk(
  ask: CitedAsk,
  { site }: AskManifest,
  origin: string,
  path: string,
): ManifestFinding[] {
  const inputs = Object.fromEntries(
    Object.entries(ask.variables ?? {}).flatMap(([name, variable]) =>
      variable.default === undefined && !isBuiltInValue(name) ? [[name, INPUT]] : [],
    ),
  )
  const page = { url: samplePage(ask, origin), title: INPUT, site: site.name, language: 'en' }
  const rendered = renderAsk(ask, { page, inputs })
  const place = `${path}.template`
  if (!rendered.ok) {
    const message = 'It cannot be rendered for any page'
    return [{ path: place, code: rendered.error, severity: 'error', message }]
  }
  const urls = [page.url, ...(ask.sources ?? []).map(({ url }) => url)]
  const sources = urls.flatMap((url) => readWebAddress(url)?.origin ?? [])
  const found = lintPrompt(rendered.prompt, { sources, names: [site.name], isTemplate: false })
  return found.map(({ ruleId, level, start, end, message }) => ({
    path: place,
    code: ruleId,
    severity: level,
    message: `“${rendered.prompt.slice(start, end)}”: ${message}`,
  }))
}

const samplePage = ({ url }: CitedAsk, origin: string): string => url ?? `${origin}/`

async function judgeDigest(ask: CitedAsk, path: string): Promise<ManifestFinding[]> {
  const { digest: stated, ...others } = ask
  if (stated === undefined || stated === (await askDigest(others))) return []
  const message = 'The prompt was changed after its digest was made'
  return [{ path, code: 'digest_mismatch', severity: 'warning', message }]
}

const judgeTargets = (targets: readonly string[], path: string): ManifestFinding[] =>
  targets.flatMap((id, index) => {
    if (findTarget(id) !== undefined) return []
    const message = `The registry has no target ${id}`
    return [{ path: `${path}[${index}]`, code: 'unknown_target', severity: 'warning', message }]
  })
