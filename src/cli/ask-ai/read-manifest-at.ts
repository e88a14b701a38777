import {
  fetchManifest,
  type FetchedManifest,
  type ManifestParts,
} from '../../features/ask-ai/fetch-manifest.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { MAX_MANIFEST_BYTES } from '../../protocol/manifest/parse-manifest.ts'
import { readManifest, type AskManifest } from '../../protocol/manifest/read-manifest.ts'
import { readWebAddress } from '../../protocol/web-address.ts'
import type { PolicySignals } from '../../protocol/policy/evaluate-layers.ts'
import type { ProtocolProblem } from '../../protocol/problem.ts'
import { readConfig } from '../../server/config.ts'
import { OutboundClients } from '../../server/outbound-clients.ts'
import { outboundPolicy, userAgentOf } from '../../server/scoring.ts'
import { CliError } from '../cli-error.ts'
import { readWholeText } from './read-whole-text.ts'
import { isWebAddress } from '../../lib/web/is-web-address.ts'

/** A manifest that an argument names, or what is wrong with it. */
export type NamedManifest =
  | {
      ok: true
      place: string
      origin: string
      manifest: AskManifest
      signals: PolicySignals
      /** False for a text from a file or standard input that names a further page, since no such page is fetched. */
      isWhole: boolean
    }
  | { ok: false; place: string; problems: readonly ProtocolProblem[] }

/** Runs work with a client that fetches from publishers, and closes the client afterwards. */
export async function withPublishers<T>(work: (parts: ManifestParts) => Promise<T>): Promise<T> {
  const config = readConfig()
  await using outbound = new OutboundClients(outboundPolicy(config))
  const client = await outbound.receivers()
  // Awaited here, as the client is closed when this returns.
  return await work({ client, userAgent: userAgentOf(config), now: systemClock() })
}

/**
 * Reads a manifest from a file, from standard input (`-`), or from the web, where the address of a page leads to its
 * manifest.
 */
export async function readManifestAt(place: string): Promise<NamedManifest> {
  if (isWebAddress(place)) {
    return toNamed(place, await withPublishers((parts) => fetchManifest(place, parts)))
  }
  return manifestOfText(place, await readWholeText(place, MAX_MANIFEST_BYTES))
}

/** Reads a manifest from a text that was not fetched. It speaks for the origin of the site that it names. */
export function manifestOfText(place: string, text: string): NamedManifest {
  const read = readManifest(text, { now: systemClock() })
  if (!read.ok) return { ok: false, place, problems: read.problems }
  const { value: manifest } = read
  const origin = readWebAddress(manifest.site.url)?.origin ?? ''
  return { ok: true, place, origin, manifest, signals: {}, isWhole: manifest.next === undefined }
}

/** Converts the outcome of a fetch. Throws CliError where no manifest came that could be judged. */
function toNamed(asked: string, fetched: FetchedManifest): NamedManifest {
  const { url: place } = fetched
  if (fetched.ok) {
    const { manifest, signals } = fetched
    return { ok: true, place, origin: new URL(place).origin, manifest, signals, isWhole: true }
  }
  if (fetched.reason === 'invalid') return { ok: false, place, problems: fetched.problems }
  const at = place === asked ? '' : ` (looked for at ${place})`
  throw new CliError(`No manifest of ${asked}${at}: ${fetched.message}`)
}
