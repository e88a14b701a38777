import { expect, it } from 'vitest'
import { signDelivery } from './sign-delivery.ts'
import vectors from './signature-vectors.data.json' with { type: 'json' }

it.each(vectors)('signs $what as other implementations of HMAC do', (vector) => {
  const { id, atSeconds, text, times, secrets } = vector
  const [current = '', old] = secrets
  expect(
    signDelivery({ id, atSeconds, body: text.repeat(times), secrets: { current, old } }),
  ).toEqual({
    'x-service-signature': vector.serviceSignature,
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': vector.standardSignature,
  })
})
