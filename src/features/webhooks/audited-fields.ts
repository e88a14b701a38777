import { parseUrl } from '../../lib/web/parse-url.ts'
import { subscribedEvents, sitesOf, type SubscriptionRow } from './subscription.ts'

/** The fields that an owner chooses, as the audit log tells them. */
export const auditedFields = (
  row: Pick<
    SubscriptionRow,
    'url' | 'events' | 'description' | 'site_ids' | 'has_event_id' | 'is_paused'
  >,
) => ({
  url: withoutQuery(row.url),
  events: subscribedEvents(row),
  description: row.description,
  siteIds: sitesOf(row),
  includeEventId: row.has_event_id === 1,
  paused: row.is_paused === 1,
})

type AuditedFields = ReturnType<typeof auditedFields>

/** Tells the fields that differ, before and after. */
export function changedFields(before: AuditedFields, after: AuditedFields) {
  const names = Object.keys(after).filter((name): name is keyof AuditedFields => name in before)
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const only = (fields: AuditedFields) =>
    Object.fromEntries(changed.map((name) => [name, fields[name]]))
  return { changed, before: only(before), after: only(after) }
}

/** Receivers are given tokens in the query of their address, which the log must not hold. */
function withoutQuery(text: string): string {
  const url = parseUrl(text)
  if (!url || url.search === '') return text
  url.search = '?…'
  return decodeURI(url.href)
}
