import { setImmediate as turn } from 'node:timers/promises'
import type { ScannedPageRow } from '../../../db/scans/scanned-pages.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'

/** Loads the modules that edit prompts: the generator and the linter are large, and a server starts without them. */
export async function loadEditor() {
  const [
    { editPrompt, previewEdit, offerAnew },
    { openPromptContext, readPromptContext },
    { prepareLinter },
  ] = await Promise.all([
    import('./edit-prompt.ts'),
    import('./prompt-context.ts'),
    import('../../protocol/lint/lint-prompt.ts'),
  ])
  await prepareLinter(turn)
  /** Reads the stored prompt of a page and the context of its site, with which an edit begins. */
  const begin = async (app: AppContext, site: SiteDb, page: ScannedPageRow) => {
    const store = site.prompts
    const [before] = await store.ofPages([page.num])
    const context = openPromptContext(await readPromptContext(app, site))
    return { app, store, context, page, before }
  }
  return { editPrompt, previewEdit, offerAnew, begin }
}
