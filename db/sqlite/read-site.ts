import type { CollectingSite, ReadSite } from '../system/ingest-sites.ts'
import type { SqliteConnection } from './connect.ts'
import type { TranslateError } from './driver.ts'

/** Makes a `ReadSite` that reads sites from the file synchronously. */
export function siteReader(reader: SqliteConnection, translate: TranslateError): ReadSite {
  const find = reader.prepare<[string], CollectingSite>(
    'SELECT num, id, domain, url, aliases, rollup_timezone, raw_from, status, question_mode, honour_opt_out, own_parameters, learned_parameters, install_last_seen_at FROM site WHERE id = ?',
  )
  return (id) => {
    try {
      return find.get(id)
    } catch (error) {
      throw translate(error, 'site')
    }
  }
}
