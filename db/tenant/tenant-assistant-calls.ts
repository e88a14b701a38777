import { TenantStore } from './tenant-store.ts'

/** The conditions on listed calls; times are in epoch milliseconds. */
interface AssistantCallFilter {
  keyId?: string | undefined
  siteNum?: number | undefined
  tool?: string | undefined
  client?: string | undefined
  server?: string | undefined
  /** The outcomes of which a call must have one. */
  outcomes?: readonly string[] | undefined
  /** The shortest duration of a call, in microseconds. */
  minUs?: number | undefined
  /** The first instant of the range. */
  fromMs?: number | undefined
  /** The first instant behind the range. */
  toMs?: number | undefined
  /** The time and number of the call that the list goes on behind. */
  after?: { atMs: number; num: number } | undefined
}

/** The calls that assistants made on behalf of one organization. */
export class TenantAssistantCalls extends TenantStore {
  /** Lists calls, newest first, with the key and the site of each under their present names. */
  list(filter: AssistantCallFilter, limit: number) {
    const { after } = filter
    let query = this.handles.scan
      .selectFrom('assistant_call as call')
      .leftJoin('site', (join) =>
        join.onRef('site.num', '=', 'call.site_num').onRef('site.org_id', '=', 'call.org_id'),
      )
      .leftJoin('api_key', (join) =>
        join.onRef('api_key.id', '=', 'call.key_id').onRef('api_key.org_id', '=', 'call.org_id'),
      )
      .select([
        'call.num',
        'call.at',
        'call.key_id',
        'api_key.name as key_name',
        'site.id as site_id',
        'call.server',
        'call.tool',
        'call.client',
        'call.outcome',
        'call.duration_us',
        'call.answer_rows',
        'call.answer_bytes',
      ])
      .where('call.org_id', '=', this.orgId)
      // @NOTE this order is that of the index `assistant_call_org` of migration 0018.
      .orderBy('call.at', 'desc')
      .orderBy('call.num', 'desc')
      .limit(limit)
    if (!this.reach.isWhole) query = query.where(this.reach.grantedSitesOf(this.orgId))
    if (filter.keyId !== undefined) query = query.where('call.key_id', '=', filter.keyId)
    if (filter.siteNum !== undefined) query = query.where('call.site_num', '=', filter.siteNum)
    if (filter.tool !== undefined) query = query.where('call.tool', '=', filter.tool)
    if (filter.client !== undefined) query = query.where('call.client', '=', filter.client)
    if (filter.server !== undefined) query = query.where('call.server', '=', filter.server)
    if (filter.outcomes) query = query.where('call.outcome', 'in', filter.outcomes)
    if (filter.minUs !== undefined) query = query.where('call.duration_us', '>=', filter.minUs)
    if (filter.fromMs !== undefined) query = query.where('call.at', '>=', filter.fromMs)
    if (filter.toMs !== undefined) query = query.where('call.at', '<', filter.toMs)
    if (after) {
      const { atMs, num } = after
      query = query
        .where('call.at', '<=', atMs)
        .where((eb) => eb.or([eb('call.at', '<', atMs), eb('call.num', '<', num)]))
    }
    return query.execute()
  }
}
