import type { Selectable } from 'kysely'
import { countOf } from '../count-of.ts'
import type { Db, Tables, Trx } from '../tables/schema.ts'
import { SystemStore } from './system-store.ts'

export type OauthClientRow = Selectable<Tables['oauth_client']>

/**
 * The registered programs that ask people for access, and the assertions by which programs proved themselves.
 * @NOTE no org_id: a program is registered before a person of some organization consents to it, and once for all of
 * them.
 */
export class OauthClients extends SystemStore {
  /**
   * Stores a client to which no person has consented yet. Where `mostUnused` such clients are stored already, it
   * deletes the oldest client of the address that registered most of them: an address that floods the table loses its
   * own rows.
   */
  async add(row: Omit<OauthClientRow, 'used_at'>, mostUnused: number): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      if (row.kind === 'registered') await makeRoom(trx, mostUnused)
      await trx
        .insertInto('oauth_client')
        .values({ ...row, used_at: null })
        .execute()
    })
  }

  find(id: string): Promise<OauthClientRow | undefined> {
    return this.db.selectFrom('oauth_client').selectAll().where('id', '=', id).executeTakeFirst()
  }

  /**
   * Notes that a person consented to a client, which is kept from then on; nothing happens for a client that is
   * described by a document, which has no row.
   */
  async markUsed(id: string, now: number): Promise<void> {
    await this.db
      .updateTable('oauth_client')
      .set({ used_at: now })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .execute()
  }

  /** Marks an assertion as used; returns false where it was used before. */
  async spendAssertion(hash: Buffer, expiresAt: number): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await this.db
      .insertInto('oauth_assertion')
      .values({ hash, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
}

async function makeRoom(trx: Trx, mostUnused: number): Promise<void> {
  for (let count = await countOf(unused(trx)); count >= mostUnused; count--) {
    const { address } = await unused(trx)
      .select('address')
      .groupBy('address')
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .orderBy((eb) => eb.fn.min('created_at'))
      .limit(1)
      .executeTakeFirstOrThrow()
    const { id } = await unused(trx)
      .select('id')
      .where('address', 'is not distinct from', address)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('oauth_client').where('id', '=', id).execute()
  }
}

const unused = (db: Db | Trx) =>
  db.selectFrom('oauth_client').where('used_at', 'is', null).where('kind', '=', 'registered')
