import { isWebAddress } from '../../lib/web/is-web-address.ts'
import type { CitedAsk } from '../../protocol/ask/cited-ask.ts'
import { readAsk } from '../../protocol/ask/read-ask.ts'
import { isJsonObject } from '../../protocol/json-object.ts'
import { isForPage } from '../../protocol/links/ask-place.ts'
import { MAX_MANIFEST_BYTES, parseManifest } from '../../protocol/manifest/parse-manifest.ts'
import type { AskManifest } from '../../protocol/manifest/read-manifest.ts'
import type { PolicySignals } from '../../protocol/policy/evaluate-layers.ts'
import type { ProtocolProblem } from '../../protocol/problem.ts'
import { ProblemList } from '../../protocol/read-members.ts'
import { CliError } from '../cli-error.ts'
import { showableLine } from '../showable-text.ts'
import { manifestOfText, readManifestAt, type NamedManifest } from './read-manifest-at.ts'
import { readWholeText } from './read-whole-text.ts'

/** A Cited Ask, with the manifest that it was read from and the signals of its site where it did not come alone. */
export interface AskAt {
  ask: CitedAsk
  manifest?: AskManifest
  signals?: PolicySignals
}

interface Wanted {
  id: string | undefined
  pageUrl: string
}

/**
 * Reads the Cited Ask that a link is made of, from a file, standard input (`-`) or the web. Throws CliError that says
 * what is wrong.
 */
export async function readAskAt(place: string, wanted: Wanted): Promise<AskAt> {
  if (isWebAddress(place)) return choose(await readManifestAt(place), wanted)
  const text = await readWholeText(place, MAX_MANIFEST_BYTES)
  const problems = new ProblemList()
  const parsed = parseManifest(text, problems)
  const isAsk = isJsonObject(parsed) && Object.hasOwn(parsed, 'template')
  if (!isAsk) return choose(manifestOfText(place, text), wanted)
  const read = readAsk(parsed)
  if (!read.ok) throw invalid(place, 'Cited Ask', read.problems)
  return { ask: read.value }
}

function choose(read: NamedManifest, { id, pageUrl }: Wanted): AskAt {
  if (!read.ok) throw invalid(read.place, 'manifest', read.problems)
  const { manifest, signals } = read
  const fitting = manifest.prompts.filter((ask) => isForPage(ask, pageUrl))
  const ask = id === undefined ? fitting[0] : manifest.prompts.find((one) => one.id === id)
  const isClear = id !== undefined || fitting.length === 1
  if (ask !== undefined && isClear) return { ask, manifest, signals }
  if (id !== undefined) {
    throw new CliError(
      `The manifest has no prompt ${showableLine(id)}; it has ${idsOf(manifest.prompts) || 'none'}`,
    )
  }
  throw new CliError(
    fitting.length === 0
      ? 'The manifest has no prompt for this page'
      : `Say which prompt with --ask ID; for this page there are ${idsOf(fitting)}`,
  )
}

const idsOf = (asks: readonly CitedAsk[]): string => asks.map(({ id }) => id).join(', ')

const MAX_SHOWN = 20

function invalid(place: string, what: string, problems: readonly ProtocolProblem[]): CliError {
  const lines = problems
    .slice(0, MAX_SHOWN)
    .map(({ path, message }) => `${showableLine(path === '' ? 'the whole' : path)}: ${message}`)
  return new CliError([`${showableLine(place)} is no valid ${what}`, ...lines].join('\n'))
}
