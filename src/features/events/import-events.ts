import type { NewEvent } from '../../domain/events/new-event.ts'
import type { EventSink } from '../../../db/ingest/event-sink.ts'
import type { CollectingSite } from '../../../db/system/ingest-sites.ts'
import { assignedCountry } from '../../domain/events/countries.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { fieldErrors, namingNearest } from '../../kernel/door/field-errors.ts'
import { rejectUnsafeJson, wellFormed } from '../../kernel/door/reject-unsafe-json.ts'
import { ImportedEvent } from './event-input.ts'
import { prepareEvent } from './prepare-event.ts'

const GROUP_EVENTS = 2_000
const MAX_REPORTED_LINES = 20

export interface ImportReport {
  accepted: number
  duplicates: number
  rejected: number
  /** The first twenty lines that were refused, each with its reason. */
  problems: string[]
}

/**
 * Imports history, one JSON event a line, each with its own time, through the sink that live events go through. A bad
 * line is reported and left out, and the other lines are stored. A line that was imported before is a duplicate.
 */
export async function importEvents(
  lines: AsyncIterable<string>,
  site: CollectingSite,
  sink: EventSink,
  now: number,
): Promise<ImportReport> {
  const report: ImportReport = { accepted: 0, duplicates: 0, rejected: 0, problems: [] }
  let group: NewEvent[] = []
  const flush = async (): Promise<void> => {
    const result = await sink.write({
      source: 'history',
      events: group,
      bots: [],
      beacon: null,
      receivedAt: now,
      sender: null,
    })
    report.accepted += result.accepted
    report.duplicates += result.duplicates
    report.rejected += result.rejected
    group = []
  }
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line.trim() === '') continue
    const event = readLine(line, site, now)
    if (typeof event !== 'string') group.push(event)
    else {
      report.rejected += 1
      if (report.problems.length < MAX_REPORTED_LINES)
        report.problems.push(`line ${number}: ${event}`)
    }
    if (group.length >= GROUP_EVENTS) await flush()
  }
  if (group.length > 0) await flush()
  return report
}

function readLine(line: string, site: CollectingSite, now: number): NewEvent | string {
  const raw = wellFormed(parseJson(line))
  if (raw === undefined) return 'no JSON'
  const problem = uncleanProblem(raw)
  if (problem) return problem
  const parsed = ImportedEvent.safeParse(raw, { error: namingNearest })
  if (!parsed.success) {
    return fieldErrors(parsed.error)
      .map(({ path, message }) => `${path}: ${message}`)
      .join('; ')
  }
  const { at, visitor, country, device, ...event } = parsed.data
  const atMs = Date.parse(at)
  if (atMs > now) return 'at: lies in the future'
  // A day whose events are deleted cannot be counted again.
  if (atMs < site.raw_from) return 'at: lies before the events that the plan keeps'
  const reader = {
    visitorKey: visitor,
    askerKey: visitor,
    country: assignedCountry(country ?? '') ?? null,
    device: device ?? null,
  }
  return prepareEvent(site, event, reader, atMs, event.eventId)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function uncleanProblem(raw: unknown): string | undefined {
  try {
    rejectUnsafeJson(raw)
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return error.details.fields?.[0]?.message ?? error.message
    throw error
  }
}
