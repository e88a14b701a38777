import type { OwnRow } from '../../../../db/tenant/tenant-store.ts'
import type { CitationEngine } from '../../../domain/citations/engines.ts'
import type { AppContext } from '../../../kernel/door/app-context.ts'
import type { EngineAccount } from '../../../kernel/ports/engine-gateway.ts'
import { parseUrl } from '../../../lib/web/parse-url.ts'

export type EngineKeyRow = OwnRow<'engine_key'>

type Sealer = Pick<AppContext, 'sealer'>

/** Names the owner of a sealed key, which opens only for its organization and engine. */
const ownerOf = (orgId: string, engine: string): string => `engine ${orgId} ${engine}`

export const sealEngineKey = (
  { sealer }: Sealer,
  { orgId, engine, key }: { orgId: string; engine: CitationEngine; key: string },
): string => sealer.seal(key, ownerOf(orgId, engine))

/** Returns the account that an organization has set up; undefined where its key can no longer be opened. */
export function ownAccount(
  { sealer }: Sealer,
  orgId: string,
  { engine, sealed_key: sealed, base_url: baseUrl, model }: EngineKeyRow,
): EngineAccount | undefined {
  const key = sealer.open(sealed, ownerOf(orgId, engine))
  if (key === undefined) return undefined
  return { key, baseUrl: baseUrl ?? undefined, model: model ?? undefined, tool: toolAt(baseUrl) }
}

/** Returns the tool that OpenRouter must be given to search. */
const toolAt = (baseUrl: string | null): string | undefined =>
  baseUrl !== null && parseUrl(baseUrl)?.hostname === 'openrouter.ai'
    ? 'openrouter:web_search'
    : undefined
