import { randomBytes } from 'node:crypto'
import type { OauthRequest } from '../../../db/system/oauth-requests.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { DAY_MS, iso } from '../../lib/time/clock.ts'
import type { ConsentForm } from './consent.ts'

/** The lifetimes of a grant in milliseconds; a grant of the kind `idle` ends once it was not used for this long. */
const LASTS_MS = { day: DAY_MS, month: 30 * DAY_MS, idle: 90 * DAY_MS } as const

interface Granted {
  request: OauthRequest
  form: ConsentForm
  /** The name of the grant in lists. */
  name: string
  host: string
  userId: string
}

/** Makes the row of a grant, and its detail for the audit log. */
export function grantRow(app: Pick<AppContext, 'now' | 'newId'>, granted: Granted) {
  const { request, form, name, host, userId } = granted
  const now = app.now()
  const expiresAt = now + LASTS_MS[form.lasts]
  const siteIds = form.allSites ? null : form.siteIds
  const row = {
    id: app.newId('key'),
    kind: 'oauth',
    name,
    // @NOTE a grant has tokens of its own, none of which has this hash.
    token_hash: randomBytes(32),
    masked: 'ctba_…',
    scopes: JSON.stringify(form.scopes),
    created_by: userId,
    created_at: now,
    last_used_at: null,
    expires_at: expiresAt,
    revoked_at: null,
    site_ids: siteIds && JSON.stringify(siteIds),
    allowed_ips: null,
    rotated_from: null,
    rotated_at: null,
    narrowed_at: null,
    resource: request.resource,
    client_id: request.client_id,
    client_name: request.client_name,
    client_host: host,
    words: form.mayReadWords ? 1 : 0,
    asked: request.scopes,
    idle_ms: form.lasts === 'idle' ? LASTS_MS.idle : null,
  }
  const detail = {
    kind: 'oauth',
    name,
    client: { id: request.client_id, host },
    resource: request.resource,
    scopes: form.scopes,
    ...(siteIds && { siteIds }),
    readersWords: form.mayReadWords,
    expiresAt: iso(expiresAt),
  }
  return { row, detail }
}
