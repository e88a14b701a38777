import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import type { OfferedQuestion } from '../../domain/prompts/question.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'
import { loadEditor } from './load-editor.ts'
import { questionsOf } from './prompt.ts'

/**
 * Loads the function that puts the questions of readers that a page may offer now into its prompt, and returns all
 * questions of the prompt.
 */
export async function loadReoffer(app: AppContext, { row }: SiteDb) {
  const { begin, offerAnew } = await loadEditor()
  return (
    db: TenantDb,
    pageNum: number,
    askedHere: readonly string[],
  ): Promise<OfferedQuestion[]> =>
    db.transaction(async (trx) => {
      const own = await findSiteById(trx, row.id)
      const [page] = await own.prompts.pages([pageNum])
      const begun = page && (await begin(app, own, page))
      if (!begun?.before) return []
      const values = await offerAnew({ ...begun, before: begun.before }, askedHere)
      await begun.store.save(pageNum, values, begun.before.version)
      return questionsOf(values)
    })
}
