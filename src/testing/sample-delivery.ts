import { newSigningSecret } from '../features/webhooks/delivery/signing-secret.ts'
import type { OutgoingDelivery, SigningSecrets } from '../kernel/ports/webhook-sender.ts'

export const SAMPLE_SECRETS: SigningSecrets = { current: newSigningSecret(), old: undefined }

/** A third attempt of an event whose text is not ASCII alone. */
export const sampleDelivery = (
  url: string,
  fields: Partial<OutgoingDelivery> = {},
): OutgoingDelivery => ({
  url,
  body: '{"event":"scan.completed","payload":{"name":"Žluťoučký 🐎"},"timestamp":"2026-11-20T23:14:00.123Z"}',
  eventId: 'evt_01ky1sv00c6x8zq4n2v7b3m9kt',
  event: 'scan.completed',
  attempt: 3,
  secrets: SAMPLE_SECRETS,
  isTest: false,
  ...fields,
})
