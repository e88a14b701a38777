import { readLinkTemplate } from '../../protocol/targets/link-template.ts'
import { findTarget, TARGET_REGISTRY, workingLink } from '../../protocol/targets/registry.ts'

/** The assistants to which a reader can take a prompt, by the ids that rules and events name. */
export const ASK_TARGET_IDS: readonly string[] = TARGET_REGISTRY.targets.map(({ id }) => id)

/** The bytes of the address around the prompt, by target; null where readers can only copy the prompt. */
const framesById = new Map(TARGET_REGISTRY.targets.map(({ id }) => [id, frameLength(id)]))

function frameLength(id: string): number | null {
  const target = findTarget(id)
  const template = target && workingLink(target)?.template
  const parts = template === undefined ? undefined : readLinkTemplate(template)
  return parts === undefined ? null : parts.before.length + parts.after.length
}

/**
 * Computes the bytes of the address that opens a text, by target: of the targets in `targets`, else of the default
 * ones. Targets without an address are absent.
 */
export function urlBytes(text: string, targets: readonly string[] | null): Record<string, number> {
  if (text === '') return {}
  const bytes = encodedBytes(text)
  return Object.fromEntries(
    (targets ?? TARGET_REGISTRY.defaults ?? []).flatMap((id) => {
      const frame = framesById.get(id) ?? null
      return frame === null ? [] : [[id, frame + bytes]]
    }),
  )
}

/** Counts the bytes of a text in a query: three characters for each byte of UTF-8 that is not unreserved. */
function encodedBytes(text: string): number {
  let plain = 0
  for (let at = 0; at < text.length; at++) if (isUnreserved(text.charCodeAt(at))) plain += 1
  return 3 * Buffer.byteLength(text) - 2 * plain
}

/** True for the code of an unreserved character (RFC 3986, 2.3). */
const isUnreserved = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 45 ||
  code === 46 ||
  code === 95 ||
  code === 126
