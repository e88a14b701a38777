import { expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { FakeStripe, STRIPE_ENVIRONMENT } from '../../testing/fake-stripe.ts'
import { TestApp } from '../../testing/start-test-app.ts'

it('without a payment gateway there is no such address, whatever is sent, and no link to pay at', async () => {
  await using app = await TestApp.start()
  const org = await app.org('free')
  const stripe = new FakeStripe(app, org.id)
  const event = stripe.event('customer.subscription.created', stripe.subscription())
  for (const body of [event, '{']) {
    const { status, body: answer } = await stripe.send(body)
    expect([status, answer.error?.code, answer.error?.message]).toEqual([
      404,
      'NOT_FOUND',
      'No payment gateway is set up here; STRIPE_WEBHOOK_SECRET sets one up',
    ])
  }
  const token = await app.session(org)
  const { status, body } = await app.api('POST', '/org/checkout', { token, body: {} })
  expect([status, body.error?.code]).toEqual([404, 'NOT_FOUND'])
  expect(body.error?.message).toContain('sets STRIPE_PAYMENT_LINK')
  const { STRIPE_PAYMENT_LINK } = STRIPE_ENVIRONMENT
  expect(() => readConfig({ STRIPE_PAYMENT_LINK })).toThrow('STRIPE_WEBHOOK_SECRET is needed')
})
