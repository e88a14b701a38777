import { sql } from 'kysely'
import { countOf } from '../count-of.ts'
import { TenantStore, type OwnRow } from './tenant-store.ts'

/** The API keys of one organization, and the grants that its people made to clients over OAuth. */
export class TenantKeys extends TenantStore {
  query() {
    return this.handles.read.selectFrom('api_key').where('api_key.org_id', '=', this.orgId)
  }

  /** Returns the grants of the organization that work. */
  liveGrants(nowMs: number) {
    // @NOTE a literal, as in the partial index `api_key_grants` of migration 0046, which serves no parameter.
    return this.#working(nowMs).where('api_key.kind', '=', sql.lit('oauth'))
  }

  /** Counts the grants of one person that work. */
  countGrants(userId: string, nowMs: number): Promise<number> {
    return countOf(this.liveGrants(nowMs).where('api_key.created_by', '=', userId))
  }

  /** Counts the keys, without grants, that work and that no other key has replaced. */
  countLive(nowMs: number): Promise<number> {
    return countOf(this.#workingKeys(nowMs).where('rotated_at', 'is', null))
  }

  /** Counts the keys that still work although other keys replaced them. */
  countReplaced(nowMs: number): Promise<number> {
    return countOf(this.#workingKeys(nowMs).where('rotated_at', 'is not', null))
  }

  #workingKeys(nowMs: number) {
    return this.#working(nowMs).where('api_key.kind', '=', 'static')
  }

  #working(nowMs: number) {
    return this.query()
      .where('api_key.revoked_at', 'is', null)
      .where((eb) =>
        eb.or([eb('api_key.expires_at', 'is', null), eb('api_key.expires_at', '>', nowMs)]),
      )
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

  /** Ends a key or a grant, and deletes the codes and tokens of a grant. */
  async revoke(id: string, at: number): Promise<void> {
    const trx = this.transacting('A grant and its tokens end in one transaction')
    await this.update(id).set({ revoked_at: at }).execute()
    const own = trx
      .selectFrom('api_key')
      .select('api_key.id')
      .where('api_key.org_id', '=', this.orgId)
      .where('api_key.id', '=', id)
    await trx.deleteFrom('oauth_code').where('key_id', 'in', own).execute()
    await trx.deleteFrom('oauth_token').where('key_id', 'in', own).execute()
  }
}
