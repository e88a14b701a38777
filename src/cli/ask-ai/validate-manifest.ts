import { pluralize } from '../../lib/text/pluralize.ts'
import type { AskManifest } from '../../protocol/manifest/read-manifest.ts'
import type { RunCommand } from '../command.ts'
import { showableLine } from '../showable-text.ts'
import { judgeManifest, type ManifestFinding } from './judge-manifest.ts'
import { readManifestAt } from './read-manifest-at.ts'

/** Checks a manifest: reports each thing that is wrong with its place, and the level of its publisher. */
export const validateManifestCommand: RunCommand = async ({ positionals: [target = ''] }) => {
  const read = await readManifestAt(target)
  if (!read.ok) {
    const findings = read.problems.map((one) => ({ ...one, severity: 'error' as const }))
    const data = { place: read.place, valid: false, level: null, findings }
    const head = `✗ ${showableLine(read.place)} is no valid manifest`
    return { data, text: [head, ...findings.map(formatFinding)].join('\n'), failed: true }
  }
  const { place, origin, manifest, isWhole } = read
  const { level, findings } = await judgeManifest(manifest, origin)
  const errors = findings.filter(({ severity }) => severity === 'error')
  const counts = {
    prompts: manifest.prompts.length,
    rules: manifest.policy?.rules.length ?? 0,
  }
  const data = { place, valid: errors.length === 0, level, origin, ...counts, isWhole, findings }
  const text = [
    headline(place, manifest, errors.length > 0),
    `Publisher level, as far as a manifest shows it: ${LEVELS[level]}`,
    ...(isWhole ? [] : [`· ${showableLine(manifest.next ?? '')} has more, which was not read`]),
    ...findings.map(formatFinding),
  ]
  return { data, text: text.join('\n'), failed: errors.length > 0 }
}

/** The words for each level, with what the next level needs (specification 10). */
const LEVELS = {
  none: 'none; Basic needs a policy',
  basic:
    'Basic; Cited needs prompts that are all without lint errors, and pages that link to the manifest',
  cited:
    'Cited, if pages link to the manifest; Verifiable needs a digest that matches in each prompt',
  verifiable: 'Verifiable, if pages link to the manifest and every Ask link on the site verifies',
} as const

function headline(place: string, manifest: AskManifest, isWrong: boolean): string {
  const { askAi, site, prompts, policy } = manifest
  const rules = pluralize(policy?.rules.length ?? 0, 'rule')
  const holds = `Ask AI ${askAi} of ${showableLine(site.name)}, ${pluralize(prompts.length, 'prompt')}, ${rules}`
  return isWrong
    ? `✗ ${showableLine(place)} has prompts that break the protocol (${holds})`
    : `✓ ${showableLine(place)} is valid: ${holds}`
}

const formatFinding = ({ path, code, severity, message }: ManifestFinding): string =>
  `${severity === 'error' ? '✗' : '!'} ${showableLine(path === '' ? 'the whole' : path)}: ${showableLine(message)} (${code})`
