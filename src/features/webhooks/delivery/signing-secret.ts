import { randomBytes } from 'node:crypto'
import type { SecretSealer } from '../../../kernel/credentials/secret-sealer.ts'
import type { SigningSecrets } from '../../../kernel/ports/webhook-sender.ts'

/** Makes a signing secret, in the form that the libraries of Standard Webhooks take. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The columns of a subscription that hold its sealed secrets. */
export interface SealedSecrets {
  id: string
  secret: string
  old_secret: string | null
  old_secret_until: number | null
}

/**
 * Opens the secrets that sign at a moment: one, or two until the overlap of a rotation ends. Undefined where one of
 * them cannot be opened, as after the key of the service was lost; then nothing can be signed as its receiver expects
 * it.
 */
export function openSecrets(
  sealer: Pick<SecretSealer, 'open'>,
  { id, secret, old_secret: oldSecret, old_secret_until: oldUntil }: SealedSecrets,
  nowMs: number,
): SigningSecrets | undefined {
  const current = sealer.open(secret, id)
  if (current === undefined) return undefined
  if (oldSecret === null || oldUntil === null || oldUntil <= nowMs)
    return { current, old: undefined }
  const old = sealer.open(oldSecret, id)
  return old === undefined ? undefined : { current, old }
}
