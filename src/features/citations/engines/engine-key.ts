import type { OwnRow } from '../../../../db/tenant/tenant-store.ts'
import type { CitationEngine } from '../../../domain/citations/engines.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import type { EngineAccount } from '../../../kernel/ports/engine-gateway.ts'
import { parseUrl } from '../../../lib/web/parse-url.ts'

export type EngineKeyRow = OwnRow<'engine_key'>

type Sealer = Pick<AppContext, 'sealer'>

/** Returns the text to which a sealed key is bound, so that the key opens only for its organization and engine. */
const ownerOf = (orgId: string, engine: string): string => `engine ${orgId} ${engine}`

export const sealEngineKey = (
  { sealer }: Sealer,
  { orgId, engine, key }: { orgId: string; engine: CitationEngine; key: string },
): string => sealer.seal(key, ownerOf(orgId, engine))

/** Returns the account of a stored key with its address and model; undefined where the key can no longer be opened. */
export function ownAccount(
  { sealer }: Sealer,
  orgId: string,
  { engine, sealed_key: sealed, base_url: baseUrl, model }: EngineKeyRow,
): EngineAccount | undefined {
  const key = sealer.open(sealed, ownerOf(orgId, engine))
  if (key === undefined) return undefined
  return { key, baseUrl: baseUrl ?? undefined, model: model ?? undefined, tool: toolAt(baseUrl) }
}

/** Returns the tool by which OpenRouter searches; undefined for an address of another server. */
const toolAt = (baseUrl: string | null): string | undefined =>
  baseUrl !== null && parseUrl(baseUrl)?.hostname === 'openrouter.ai'
    ? 'openrouter:web_search'
    : undefined
