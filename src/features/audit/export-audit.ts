import { csvRow } from '../../../db/export/cells.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Plan } from '../../kernel/plans.ts'
import type { OrgPrincipal } from '../../kernel/principal.ts'
import { STREAM_TYPES, type RowStream, type StreamFormat } from '../../kernel/row-stream.ts'
import type { AuditLogEntry } from './audit-entry.ts'

const EXPORT_PLANS: ReadonlySet<Plan> = new Set(['enterprise', 'self_hosted'])
const STREAM_ROWS = 500

/** Throws PLAN_REQUIRED on a plan without exports of the log; the operator has the log itself. */
export function assertPlanExports({ kind, plan }: OrgPrincipal): void {
  if (kind === 'operator' || EXPORT_PLANS.has(plan)) return
  throw new ServiceError('PLAN_REQUIRED', 'Export of the audit log needs the Enterprise plan')
}

type Part = { items: readonly AuditLogEntry[]; nextCursor: string | null }
/** Reads so many entries behind those that it read before; none at the end. */
type ReadNext = (most: number) => Promise<readonly AuditLogEntry[]>

/** Makes a file of one part of the log, or of all that is read. */
export function auditFile(format: StreamFormat, entries: Part | ReadNext): RowStream {
  const file = { mimeType: STREAM_TYPES[format], fileName: `citable-audit.${format}` }
  if (typeof entries === 'function') {
    return { ...file, nextCursor: null, chunks: write(format, groupsOf(entries)) }
  }
  const { items, nextCursor } = entries
  return { ...file, nextCursor, chunks: write(format, [items]) }
}

async function* groupsOf(readNext: ReadNext): AsyncGenerator<readonly AuditLogEntry[]> {
  for (;;) {
    const entries = await readNext(STREAM_ROWS)
    if (entries.length > 0) yield entries
    if (entries.length < STREAM_ROWS) return
  }
}

type Groups = Iterable<readonly AuditLogEntry[]> | AsyncIterable<readonly AuditLogEntry[]>

async function* write(format: StreamFormat, groups: Groups): AsyncGenerator<string> {
  if (format === 'csv') yield csvRow(COLUMNS)
  for await (const entries of groups) {
    yield entries.map(format === 'csv' ? csvLine : jsonLine).join('')
  }
}

const COLUMNS = [
  'number',
  'id',
  'at',
  'actorType',
  'actorId',
  'actorName',
  'action',
  'targetType',
  'targetId',
  'detail',
  'requestId',
  'hash',
]

const csvLine = (entry: AuditLogEntry): string =>
  csvRow([
    entry.number,
    entry.id,
    entry.at,
    entry.actor.type,
    entry.actor.id,
    entry.actor.name,
    entry.action,
    entry.target.type,
    entry.target.id,
    JSON.stringify(entry.detail),
    entry.requestId,
    entry.hash,
  ])

const jsonLine = (entry: AuditLogEntry): string => `${JSON.stringify(entry)}\n`
