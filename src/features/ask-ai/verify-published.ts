import { verifyLink, type VerifiedLink } from '../../protocol/links/verify-link.ts'
import type { AskManifest } from '../../protocol/manifest/read-manifest.ts'
import type { PolicySignals } from '../../protocol/policy/evaluate-layers.ts'

/**
 * The most characters of prompts, as JSON, that are checked together; a manifest with all its pages can have ten
 * million.
 */
const PIECE_CHARS = 400_000

interface Published {
  /** The origin that the manifest speaks for, such as `https://example.com`. */
  origin: string
  manifest: AskManifest
  signals?: PolicySignals | undefined
}

/**
 * Verifies a link by all pages of a manifest, one piece of its prompts after the other, until one publishes the prompt.
 */
export function verifyPublished(
  href: string,
  { origin, manifest, signals }: Published,
): VerifiedLink {
  let found: VerifiedLink | undefined
  for (const prompts of piecesOf(manifest.prompts)) {
    const document = { ...manifest, prompts, ignored: [] }
    found = verifyLink({ href, manifest: { origin, document }, signals })
    if (found.status !== 'unpublished') return found
  }
  return found ?? verifyLink({ href })
}

function piecesOf(prompts: AskManifest['prompts']): AskManifest['prompts'][] {
  const pieces: AskManifest['prompts'][number][][] = []
  let left = 0
  for (const prompt of prompts) {
    const size = JSON.stringify(prompt).length
    const piece = pieces.at(-1)
    if (piece === undefined || size > left) {
      pieces.push([prompt])
      left = PIECE_CHARS - size
    } else {
      piece.push(prompt)
      left -= size
    }
  }
  return pieces
}
