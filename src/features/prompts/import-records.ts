import type { z } from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import type { TenantDb } from '../../../db/tenant.ts'
import { audit } from '../../core/audit.ts'
import { ServiceError } from '../../core/errors.ts'
import type { OrgContext } from '../../core/operation.ts'
import { actorOf } from '../../core/principal.ts'
import { editPrompt } from './edit-prompt.ts'
import type { ImportResult } from './import-prompts.ts'
import type { PromptRecord } from './prompt-record.ts'
import { openSetting, readSetting, type Setting } from './setting.ts'

type Result = z.output<typeof ImportResult>

/** Records of a transaction: short enough that events get in between. */
const STEP_RECORDS = 25

/** Writes what can be written, in short steps, and tells why the rest cannot. */
export async function importRecords(
  ctx: OrgContext,
  site: SiteDb,
  records: readonly PromptRecord[],
): Promise<Result> {
  const setting = openSetting(await readSetting(ctx.app, site))
  const result: Result = { created: 0, updated: 0, failed: 0, errors: [] }
  for (let from = 0; from < records.length; from += STEP_RECORDS) {
    const step = records.slice(from, from + STEP_RECORDS)
    const ended = await ctx.db.transaction((trx) => importStep(ctx, trx, site, setting, step))
    result.created += ended.created
    result.updated += ended.updated
    result.failed += ended.failed
    result.errors.push(...ended.errors.map((error) => ({ ...error, index: from + error.index })))
  }
  return result
}

async function importStep(
  ctx: OrgContext,
  trx: TenantDb,
  { row: { id } }: SiteDb,
  setting: Setting,
  records: readonly PromptRecord[],
): Promise<Result> {
  const result: Result = { created: 0, updated: 0, failed: 0, errors: [] }
  const site = await trx.site(id)
  if (!site) throw new ServiceError('NOT_FOUND', 'The site was deleted meanwhile')
  for (const [index, record] of records.entries()) {
    try {
      result[await importOne(ctx, site, setting, record)] += 1
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const { code, message, details } = error
      const fields = (details.fields ?? []).map((field) => ({ ...field }))
      result.failed += 1
      result.errors.push({ index, path: record.path, code, message, fields })
    }
  }
  const { created, updated } = result
  if (created + updated > 0) {
    await audit(trx, {
      action: 'prompt.import',
      target: { type: 'site', id },
      actor: actorOf(ctx.principal),
      detail: { created, updated },
      requestId: ctx.caller.requestId,
      at: ctx.app.now(),
    })
  }
  return result
}

/** Throws ServiceError for a record that cannot be taken; nothing of it is written then. */
async function importOne(
  { app, principal }: OrgContext,
  { prompts: store }: SiteDb,
  setting: Setting,
  { path, templates, ...others }: PromptRecord,
): Promise<'created' | 'updated'> {
  const [page] = await store.pagesByPath([path])
  if (!page) throw new ServiceError('NOT_FOUND', 'The site has no page of this path')
  const [before] = await store.ofPages([page.num])
  const editing = { app, store, setting, page, before, actor: actorOf(principal) }
  const edit = { ...others, ...(templates.length > 0 && { templates }) }
  const values = await editPrompt({ ...editing, source: 'imported' }, edit)
  if (values.version !== before?.version) {
    await store.save(page.num, values, before?.version ?? null)
  }
  return before ? 'updated' : 'created'
}
