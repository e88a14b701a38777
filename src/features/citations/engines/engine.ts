import * as z from 'zod'
import { ADAPTER_FACTS } from '../../../domain/citations/engine-models.ts'
import { citationEngineNamed } from '../../../domain/citations/engine-named.ts'
import {
  ADAPTERS,
  CITATION_ENGINES,
  ENGINE_ADAPTERS,
  type CitationEngine,
} from '../../../domain/citations/engines.ts'
import type { OrgContext } from '../../../kernel/door/operation.ts'
import { ServiceError } from '../../../kernel/door/errors.ts'
import { iso } from '../../../lib/time/clock.ts'
import { ownAccount, type EngineKeyRow } from './engine-key.ts'

/** An AI engine whose citations are measured, and whether this organization can ask it. */
export const Engine = z
  .object({
    engine: z.enum(CITATION_ENGINES),
    label: z.string(),
    adapter: z.enum(ADAPTERS).describe('The API that it is asked by'),
    access: z
      .enum(['api', 'serp'])
      .describe(
        'api: by the API of the vendor, which answers otherwise than the app; serp: as a page of search results',
      ),
    keyOf: z
      .enum(['organization', 'operator'])
      .nullable()
      .describe('Whose key it is asked with; null where there is none'),
    askable: z
      .boolean()
      .describe('false too where a key cannot be read any more; set it once more'),
    model: z.string().nullable(),
    masked: z.string().nullable().describe('The end of the organization’s own key, such as …wXyZ'),
    baseUrl: z
      .string()
      .nullable()
      .describe('Where the organization’s own key goes; null is the vendor’s own address'),
    setBy: z.string().nullable(),
    setAt: z.string().nullable(),
  })
  .meta({ id: 'CitationEngine' })

type Shown = z.input<typeof Engine>

/** Returns an engine as an organization sees it; `row` is the organization's own key, where it has one. */
export function showEngine(
  { app, db }: Pick<OrgContext, 'app' | 'db'>,
  engine: CitationEngine,
  row: EngineKeyRow | undefined,
): Shown {
  const { adapter, access, label } = ENGINE_ADAPTERS[engine]
  const { defaultModel = null } = ADAPTER_FACTS[adapter]
  const { accounts, hasFake } = app.engines.operator
  const shown = { engine, label, adapter, access }
  if (row) {
    return {
      ...shown,
      keyOf: 'organization',
      askable: ownAccount(app, db.orgId, row) !== undefined,
      model: row.model ?? defaultModel,
      masked: `…${row.last4}`,
      baseUrl: row.base_url,
      setBy: row.created_by,
      setAt: iso(row.created_at),
    }
  }
  const account = engine === 'fake' && hasFake ? { model: undefined } : accounts.get(engine)
  return {
    ...shown,
    keyOf: account ? 'operator' : null,
    askable: account !== undefined,
    model: account?.model ?? defaultModel,
    masked: null,
    // The operator's address is not shown, since it may be in a private network.
    baseUrl: null,
    setBy: null,
    setAt: null,
  }
}

/** The engines that take a key. */
const KEYED = CITATION_ENGINES.filter((engine) => engine !== 'fake')

/** Finds an engine that takes a key, by any spelling of its name. Throws NOT_FOUND for an unknown name. */
export function keyedEngine(name: string): (typeof KEYED)[number] {
  const named = citationEngineNamed(name)
  const engine = KEYED.find((one) => one === named)
  if (engine !== undefined) return engine
  throw new ServiceError('NOT_FOUND', `No engine with this name; there are ${KEYED.join(', ')}`)
}
