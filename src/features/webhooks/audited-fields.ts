import { parseUrl } from '../../lib/web/parse-url.ts'
import { subscribedEvents, sitesOf, type WebhookRow } from './subscription.ts'

/** Returns the fields of a subscription that its owner chooses, in the form that the audit log shows. */
export const auditedFields = (
  row: Pick<
    WebhookRow,
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

/**
 * Returns the names of the fields that differ, with their values before and after. `url` is among them even if only its
 * query differs, which the values do not show.
 */
export function changedFields(beforeRow: WebhookRow, afterRow: WebhookRow) {
  const [before, after] = [auditedFields(beforeRow), auditedFields(afterRow)]
  const names = Object.keys(after).filter((name): name is keyof AuditedFields => name in before)
  const differs = (name: keyof AuditedFields): boolean =>
    name === 'url'
      ? beforeRow.url !== afterRow.url
      : JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changed = names.filter(differs)
  const only = (fields: AuditedFields) =>
    Object.fromEntries(changed.map((name) => [name, fields[name]]))
  return { changed, before: only(before), after: only(after) }
}

/**
 * Replaces the query of an address by `?…`: owners put tokens for their receivers there, which the log must not hold.
 */
function withoutQuery(text: string): string {
  const url = parseUrl(text)
  return !url || url.search === '' ? text : `${url.origin}${url.pathname}?…`
}
