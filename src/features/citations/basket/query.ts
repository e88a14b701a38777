import * as z from 'zod'
import { enginesOf, tagsOf, type CitationQueryRow } from '../../../../db/citations/query-store.ts'
import { CITATION_ENGINES } from '../../../domain/citations/engines.ts'
import { iso, isoOrNull } from '../../../lib/time/clock.ts'
import { INTENTS } from './query-input.ts'

const QUERY_SOURCES = ['manual', 'imported', 'readers', 'page', 'searches'] as const

export const Query = z
  .object({
    id: z.string(),
    siteId: z.string(),
    text: z.string(),
    tags: z.array(z.string()),
    intent: z.enum(INTENTS),
    engines: z.array(z.enum(CITATION_ENGINES)).nullable().describe('null: all of a run'),
    country: z.string().nullable(),
    language: z.string().nullable(),
    branded: z.boolean().describe('The text names the site or its brand'),
    source: z.enum(QUERY_SOURCES),
    enabled: z.boolean(),
    silent: z.boolean().describe('Answers of its last two runs named and cited nobody'),
    createdAt: z.string(),
    updatedAt: z.string(),
    lastRunAt: z.string().nullable(),
  })
  .meta({ id: 'CitationQuery' })

/** The columns of a query that its answer is made from. */
export type ShownQuery = Pick<
  CitationQueryRow,
  | 'id'
  | 'text'
  | 'tags'
  | 'intent'
  | 'engines'
  | 'country'
  | 'language'
  | 'branded'
  | 'source'
  | 'enabled'
  | 'silent'
  | 'created_at'
  | 'changed_at'
  | 'last_run_at'
>

export const toQuery = (row: ShownQuery, siteId: string): z.input<typeof Query> => ({
  id: row.id,
  siteId,
  text: row.text,
  tags: tagsOf(row),
  intent: INTENTS.find((intent) => intent === row.intent) ?? 'informational',
  engines: enginesOf(row),
  country: row.country,
  language: row.language,
  branded: row.branded === 1,
  source: QUERY_SOURCES.find((source) => source === row.source) ?? 'manual',
  enabled: row.enabled === 1,
  silent: row.silent === 1,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.changed_at),
  lastRunAt: isoOrNull(row.last_run_at),
})
