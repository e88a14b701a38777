import type { SiteRow } from '../../../db/site-row.ts'
import type { ReadingSubject } from '../../domain/citations/answer-reader.ts'
import { brandOf } from '../../domain/citations/brand.ts'
import { domainsOf } from './site-host.ts'

/**
 * Makes the names that answers of engines and queries are searched for: domains and names of a site, and those of its
 * competitors.
 */
export const readingSubjectOf = (
  site: Pick<SiteRow, 'name' | 'domain' | 'aliases' | 'brand'>,
): ReadingSubject => ({ hosts: domainsOf(site), brand: brandOf(site), siteName: site.name })
