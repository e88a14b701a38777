import { hash as hashOnce } from 'node:crypto'
import type { OwnRow } from '../../../db/tenant/tenant-store.ts'
import type { TenantDb } from '../../../db/tenant/tenant-db.ts'
import { ServiceError } from './errors.ts'
import { rejectUnsafeJson } from './reject-unsafe-json.ts'
import type { HttpBinding } from './http-binding.ts'
import type { Operation } from './operation.ts'
import { credentialOf, type OrgPrincipal, type Principal } from './principal.ts'
import type { AppContext } from './app-context.ts'

interface Call {
  operation: Operation & { http: HttpBinding }
  principal: Principal
  /** The header `Idempotency-Key`, as it was sent. */
  key: string | string[] | undefined
  /** The parts that identify the request: a key belongs to one request, not only to one body. */
  asked: { path: unknown; search: string; body: unknown }
  run(app: AppContext): Promise<unknown>
}

interface Answer {
  status: number
  output: unknown
  replayed: boolean
}

const MAX_KEY_LENGTH = 255

/**
 * Runs a POST that carries `Idempotency-Key` once: its answer is stored in the transaction of its effect, and given
 * again for 24 hours. A secret is not stored, so a replay of an answer that had one comes without it.
 */
export async function runIdempotent(app: AppContext, call: Call): Promise<Answer> {
  const { http } = call.operation
  const status = http.status ?? 200
  const { key } = call
  const takesKey = http.method === 'post' && http.idempotency !== 'none'
  if (typeof key !== 'string' || !takesKey || call.principal.kind === 'anonymous') {
    return { status, output: await call.run(app), replayed: false }
  }
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw new ServiceError(
      'BAD_REQUEST',
      `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters`,
    )
  }
  return runOnce(app, call, call.principal, key, status)
}

async function runOnce(
  app: AppContext,
  call: Call,
  principal: OrgPrincipal,
  key: string,
  status: number,
): Promise<Answer> {
  rejectUnsafeJson(call.asked.body) // the fingerprint of a body without end would overflow the stack
  const row: Row = {
    credential_id: credentialOf(principal),
    route: `${call.operation.http.method} ${call.operation.http.path}`,
    idempotency_key: key,
    fingerprint: hashOnce('sha256', JSON.stringify(call.asked), 'buffer'),
    status,
  }
  if (call.operation.http.idempotency === 'after') return runThenStore(app, call, principal, row)
  return app.tenant(principal.orgId).transaction(async (db) => {
    const known = await findAnswer(db, row)
    if (known) return replay(known, row.fingerprint)
    const output = await call.run({ ...app, tenant: () => db })
    await storeAnswer(app, db, call, row, output)
    return { status, output, replayed: false }
  })
}

async function storeAnswer(app: AppContext, db: TenantDb, call: Call, row: Row, output: unknown) {
  const response = JSON.stringify(withoutSecret(output, call.operation.http))
  await db.answers.insert({ ...row, response, created_at: app.now() }).execute()
}

/** Ids of the requests with a key that run in this process now and store their answer after they ran. */
const underWay = new Set<string>()

/**
 * Runs a request, then stores its answer. A crash in between lets the same request run again, so it must be a
 * repeatable one.
 */
async function runThenStore(
  app: AppContext,
  call: Call,
  { orgId }: OrgPrincipal,
  row: Row,
): Promise<Answer> {
  const { status } = row
  const id = JSON.stringify([row.credential_id, row.route, row.idempotency_key])
  if (underWay.has(id)) {
    throw new ServiceError('IDEMPOTENCY_IN_PROGRESS', 'The request with this key still runs')
  }
  underWay.add(id)
  try {
    const db = app.tenant(orgId)
    const known = await findAnswer(db, row)
    if (known) return replay(known, row.fingerprint)
    const output = await call.run(app)
    await storeAnswer(app, db, call, row, output)
    return { status, output, replayed: false }
  } finally {
    underWay.delete(id)
  }
}

/** The columns of a stored answer that identify its request, with the status. */
type Row = Omit<OwnRow<'idempotency'>, 'response' | 'created_at'>

type Stored = Pick<OwnRow<'idempotency'>, 'fingerprint' | 'status' | 'response'>

function findAnswer(
  db: TenantDb,
  row: { credential_id: string; route: string; idempotency_key: string },
): Promise<Stored | undefined> {
  return db.answers
    .query()
    .select(['fingerprint', 'status', 'response'])
    .where('credential_id', '=', row.credential_id)
    .where('route', '=', row.route)
    .where('idempotency_key', '=', row.idempotency_key)
    .executeTakeFirst()
}

function replay({ fingerprint, status, response }: Stored, asked: Buffer): Answer {
  if (!fingerprint.equals(asked)) {
    throw new ServiceError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used with another request',
    )
  }
  const output: unknown = JSON.parse(response)
  return { status, output, replayed: true }
}

function withoutSecret(output: unknown, { revealsSecret }: HttpBinding): unknown {
  if (revealsSecret === undefined || typeof output !== 'object') return output
  return { ...output, [revealsSecret]: undefined }
}
