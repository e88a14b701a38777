import { inspectData } from './stored-events.ts'

/** Lists the events that were emitted to an organization, oldest first. */
export const outboxEvents = (
  directory: string,
  orgId: string,
): { event: string; payload: Record<string, unknown> }[] =>
  inspectData(directory, (db) =>
    db
      .prepare<[string], { event: string; payload: string }>(
        'SELECT event, payload FROM outbox WHERE org_id = ? ORDER BY num',
      )
      .all(orgId)
      // @NOTE the column is JSON of a payload that was parsed.
      .map(({ event, payload }) => ({
        event,
        payload: JSON.parse(payload) as Record<string, unknown>,
      })),
  )
