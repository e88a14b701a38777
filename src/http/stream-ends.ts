import type { IncomingMessage } from 'node:http'
import { audit } from '../kernel/door/audit.ts'
import { ServiceError } from '../kernel/door/errors.ts'
import type { HttpBinding } from '../kernel/door/http-binding.ts'
import type { Caller } from '../kernel/door/caller.ts'
import type { Operation } from '../kernel/door/operation.ts'
import {
  credentialOf,
  isRoleAtLeast,
  type Actor,
  type OrgPrincipal,
  type Principal,
} from '../kernel/door/principal.ts'
import { rightsSignal } from '../kernel/rights/rights-signal.ts'
import { ChangeWatch } from '../lib/concurrency/change-notifier.ts'
import type { StreamEnds } from './disconnect-signal.ts'
import type { HttpServices } from './http-services.ts'
import { sentCredential } from './session-cookie.ts'

interface Opened {
  operation: Operation & { http: HttpBinding }
  request: IncomingMessage
  principal: Principal
  caller: Caller
}

/**
 * Returns the reasons for which a stream ends before its own end. An end because of its credential is noted in the
 * audit log.
 */
export function streamEnds(services: HttpServices, opened: Opened): StreamEnds {
  const { app, log } = services
  const { principal } = opened
  return {
    stopping: app.stopping,
    rights: () =>
      principal.kind === 'anonymous'
        ? unchanging()
        : app.signals.watch(rightsSignal(principal.orgId)),
    isLive: () => isLive(services, opened),
    onEnded() {
      if (principal.kind === 'anonymous') return
      auditEnd(services, opened, principal).catch((err: unknown) =>
        log.error({ err }, 'The end of a stream is not in the audit log'),
      )
    },
  }
}

const unchanging = (): ChangeWatch & Disposable =>
  Object.assign(new ChangeWatch(), { [Symbol.dispose]: () => undefined })

/** True where the sent credential would still be let in, and has the same rights as when it came. */
async function isLive(
  { authenticator, publicUrl }: HttpServices,
  { operation, request, principal, caller: { address } }: Opened,
): Promise<boolean> {
  try {
    if (principal.kind === 'link') {
      await authenticator.ofLink(principal.grant, address)
      return true
    }
    const { surface } = operation.http
    const { authorization } = sentCredential(request, publicUrl, surface)
    const found = await authenticator.authenticate(surface, authorization, address)
    return !holdsLess(found, principal)
  } catch (error) {
    // Storage that does not answer proves nothing about a credential.
    return !(error instanceof ServiceError)
  }
}

/**
 * True where a caller has fewer rights than before, or a session has moved to another organization: a person who is no
 * longer a member may hold it.
 */
function holdsLess(found: Principal, before: Principal): boolean {
  if (found.kind === 'session' && before.kind === 'session') {
    return found.orgId !== before.orgId || !isRoleAtLeast(found.role, before.role)
  }
  if (found.kind === 'key' && before.kind === 'key') {
    return [...before.scopes].some((scope) => !found.scopes.has(scope))
  }
  return found.kind !== before.kind
}

const STREAMS: Actor = { type: 'system', id: 'streams' }

function auditEnd(
  { app }: HttpServices,
  { operation, caller }: Opened,
  principal: OrgPrincipal,
): Promise<void> {
  const type = principal.kind === 'session' ? 'session' : 'key'
  return app.tenant(principal.orgId).transaction((trx) =>
    audit(trx, {
      action: 'stream.end',
      target: { type, id: credentialOf(principal) },
      actor: STREAMS,
      detail: { operation: operation.name },
      requestId: caller.requestId,
      at: app.now(),
    }),
  )
}
