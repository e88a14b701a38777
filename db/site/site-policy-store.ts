import { sql } from 'kysely'
import type { SiteSignals } from '../../src/domain/policy/site-signals.ts'
import { SiteStore } from './site-store.ts'

export interface StoredPolicy {
  /** JSON of the policy; null where the default holds again. */
  policy: string | null
  /** The version of the policy, from 1 on, which rises with each change. */
  version: number
  /** The time of the last change, in epoch milliseconds. */
  updatedAt: number
}

/** The Ask Policy of one site, and the signals about the same uses that scans read on the site. */
export class SitePolicyStore extends SiteStore {
  find(): Promise<StoredPolicy | undefined> {
    return this.handles.read
      .selectFrom('site_policy')
      .select(['policy', 'version', 'updated_at as updatedAt'])
      .where('site_num', '=', this.siteNum)
      .executeTakeFirst()
  }

  async save({ policy, version, updatedAt }: StoredPolicy): Promise<void> {
    await sql`INSERT INTO site_policy (site_num, policy, version, updated_at)
      SELECT num, CAST(${policy} AS TEXT), CAST(${version} AS BIGINT), CAST(${updatedAt} AS BIGINT)
      FROM site WHERE num = ${this.siteNum}
      ON CONFLICT (site_num) DO UPDATE
        SET policy = excluded.policy, version = excluded.version, updated_at = excluded.updated_at`.execute(
      this.handles.write,
    )
  }

  findSignals(): Promise<SiteSignals | undefined> {
    return this.handles.read
      .selectFrom('site_signals')
      .select([
        'read_at as readAt',
        'url',
        'robots_txt as robotsTxt',
        'content_usage as contentUsage',
        'ask_policy as askPolicy',
        'ask_policy_meta as askPolicyMeta',
        'tdm_reservation as tdmReservation',
        'tdm_rep as tdmRep',
      ])
      .where('site_num', '=', this.siteNum)
      .executeTakeFirst()
  }

  /** Stores the signals in place of earlier ones; stores nothing for a site that was deleted meanwhile. */
  async saveSignals(signals: SiteSignals): Promise<void> {
    const { readAt, url, robotsTxt, contentUsage, askPolicy, askPolicyMeta } = signals
    await sql`INSERT INTO site_signals (site_num, read_at, url, robots_txt, content_usage, ask_policy,
        ask_policy_meta, tdm_reservation, tdm_rep)
      SELECT num, CAST(${readAt} AS BIGINT), CAST(${url} AS TEXT), CAST(${robotsTxt} AS TEXT),
        CAST(${contentUsage} AS TEXT), CAST(${askPolicy} AS TEXT), CAST(${askPolicyMeta} AS TEXT),
        CAST(${signals.tdmReservation} AS TEXT), CAST(${signals.tdmRep} AS TEXT)
      FROM site WHERE num = ${this.siteNum}
      ON CONFLICT (site_num) DO UPDATE
        SET read_at = excluded.read_at, url = excluded.url, robots_txt = excluded.robots_txt,
          content_usage = excluded.content_usage, ask_policy = excluded.ask_policy,
          ask_policy_meta = excluded.ask_policy_meta, tdm_reservation = excluded.tdm_reservation,
          tdm_rep = excluded.tdm_rep
        WHERE site_signals.read_at <= excluded.read_at`.execute(this.handles.write)
  }
}
