import { expect, it } from 'vitest'
import { SiteWithModel } from '../../testing/site-with-model.ts'
import { page } from '../../testing/web-site.ts'

it('prompts are written anew once for a key, and nobody waits for the model meanwhile', async () => {
  await using coast = await SiteWithModel.start({ '/': page('Home', { text: 'Otters sleep.' }) })
  await coast.scan()
  const { answer, requests } = coast.model
  requests.length = 0
  let release = () => {}
  const isAsked = new Promise<void>((resolve) => {
    coast.model.answer = (response, request) => {
      release = () => answer(response, request)
      resolve()
    }
  })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    coast.app.api('POST', path, { token: coast.key, body, headers })
  const again = () =>
    post(`/prompts/${coast.site}/regenerate`, { all: true }, { 'idempotency-key': 'one' })

  const first = again()
  await isAsked
  const other = await post('/sites', { url: 'https://other.example/', scan: false })
  expect(other.status).toBe(201)
  expect(await again()).toMatchObject({
    status: 409,
    body: { error: { code: 'IDEMPOTENCY_IN_PROGRESS' } },
  })

  release()
  const { status, body } = await first
  expect(status).toBe(200)
  const replay = await again()
  expect(replay.body.data).toEqual(body.data)
  expect(replay.headers.get('idempotent-replayed')).toBe('true')
  expect(requests).toHaveLength(1)
})
