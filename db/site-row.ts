import type { Selectable } from 'kysely'
import type { Tables } from './tables/schema.ts'

export type SiteRow = Selectable<Tables['site']>
