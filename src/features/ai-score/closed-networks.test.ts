import { expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { page, WebSite } from '../../testing/web-site.ts'

it('the score of a private address is refused while those are closed', async () => {
  await using closed = await TestApp.start()
  await using web = await WebSite.start({ '/': page('Home') })
  const token = await closed.key(await closed.org(), ['sites:read'])
  const { body } = await closed.api('POST', '/tools/ai-score', { token, body: { url: web.url } })
  expect(body.error?.fields).toMatchObject([{ path: 'url', code: 'blocked_address' }])
  expect(web.asked).toEqual([])
})
