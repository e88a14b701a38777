import { countOf } from '../count-of.ts'
import { TenantStore, type OwnRow } from './tenant-store.ts'

/** The API keys of one organization. */
export class TenantKeys extends TenantStore {
  query() {
    return this.handles.read.selectFrom('api_key').where('api_key.org_id', '=', this.orgId)
  }

  /** Counts the keys that work, but for those that another one has replaced already. */
  countLive(nowMs: number): Promise<number> {
    return this.#countWorking(nowMs, false)
  }

  /** Counts the keys that still work beside the ones that replaced them. */
  countReplaced(nowMs: number): Promise<number> {
    return this.#countWorking(nowMs, true)
  }

  #countWorking(nowMs: number, isReplaced: boolean): Promise<number> {
    const working = this.query()
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    return countOf(working.where('rotated_at', isReplaced ? 'is not' : 'is', null))
  }

  insert(row: OwnRow<'api_key'>) {
    return this.handles.write.insertInto('api_key').values({ ...row, org_id: this.orgId })
  }

  update(id: string) {
    return this.handles.write
      .updateTable('api_key')
      .where('api_key.org_id', '=', this.orgId)
      .where('api_key.id', '=', id)
  }
}
