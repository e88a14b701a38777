import { lintPrompt } from '../../protocol/lint/lint-prompt.ts'
import { LINT_REVISION } from '../../protocol/lint/rules.ts'
import { readWebAddress } from '../../protocol/web-address.ts'
import { CliError } from '../cli-error.ts'
import type { CommandInput, RunCommand } from '../command.ts'
import { showableLine } from '../showable-text.ts'
import { formatPlaced, placeFinding } from './place-in-text.ts'
import { readWholeText } from './read-whole-text.ts'

const MAX_BYTES = 524_288
const MAX_SOURCES = 50

/** Reports whether a prompt steers an assistant: each finding with its rule, its words and its place. */
export const lintPromptCommand: RunCommand = async (input) => {
  const { lists, flags } = input
  const prompt = await promptOf(input)
  const sources = lists['source']?.map(checkedSource) ?? ownSources(prompt)
  const options = { sources, names: lists['name'], isTemplate: flags.has('template') }
  const findings = lintPrompt(prompt, options).map((one) => placeFinding(prompt, one))
  const ok = findings.every(({ level }) => level === 'warning')
  const head = ok ? '✓ No rule is broken' : '✗ The prompt may not be used'
  return {
    data: { ok, revision: LINT_REVISION, sources, findings },
    text: [head, ...findings.map(formatPlaced)].join('\n'),
    failed: !ok,
  }
}

async function promptOf({ options, positionals: [prompt] }: CommandInput): Promise<string> {
  const { file } = options
  if (prompt !== undefined && file !== undefined) {
    throw new CliError('Give the prompt itself or --file FILE, not both')
  }
  const text = prompt ?? (await readWholeText(file ?? '-', MAX_BYTES)).replace(/\r?\n$/, '')
  if (text.trim() === '') throw new CliError('The prompt is empty')
  return text
}

/** Returns the origins of the sources that a rendered prompt states. */
const ownSources = (prompt: string): string[] =>
  [...prompt.matchAll(/^Source: (https?:\/\/\S+)$/gm)]
    .flatMap(([, url]) => readWebAddress(url)?.origin ?? [])
    .slice(0, MAX_SOURCES)

/** Reads a source of the site: returns the origin of an address, or a host. Throws CliError for any other text. */
function checkedSource(text: string): string {
  const url = readWebAddress(text.includes('://') ? text : `https://${text}`)
  if (!url) throw new CliError(`--source takes an address or a host, not ${showableLine(text)}`)
  return text.includes('://') ? url.origin : url.host
}
