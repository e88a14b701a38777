import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { BodyBudget } from '../auth/body-budget.ts'
import { readRequestBody } from './read-request-body.ts'

it('readRequestBody does not wait for the body of a client that has left', async () => {
  const request = new IncomingMessage(new Socket())
  request.destroy()
  using account = new BodyBudget().open('nobody')
  await expect(readRequestBody(request, 10, account)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
