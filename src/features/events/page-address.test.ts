import { afterAll, beforeAll, expect, it } from 'vitest'
import { askTool } from '../../testing/ask-tool.ts'
import { TestApp } from '../../testing/start-test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})
afterAll(() => app[Symbol.asyncDispose]())

it.each([
  ['https://owned.example/', 'https://owned.example'],
  ['http://owned.example:8080/start', 'http://owned.example:8080'],
])('the address of a page comes from the owner’s %s, not from a visitor', async (url, origin) => {
  const key = await app.key(await app.org('self_hosted'))
  const site = await app.site(key, { url, aliases: ['shop.example'] })
  const said = [
    'http://owned.example:2222/a',
    'https://owned.example:8443/b',
    'https://made-up.owned.example/c',
    'http://shop.example:81/d',
    '/e',
  ]
  const { body } = await app.collect(
    site,
    said.map((address) => ({ kind: 'pageview', url: address, title: 'Tides' })),
  )
  expect(body.data).toMatchObject({ accepted: said.length })
  const pages = await app.api('GET', `/pages/${site}`, { token: key })
  const urls = (pages.body.data as unknown as { url: string }[]).map((page) => page.url)
  expect(urls).toEqual(['a', 'b', 'c', 'd', 'e'].map((path) => `${origin}/${path}`))
  for (const server of ['publisher', 'data']) {
    const { text } = await askTool(app, server, 'search', key, { query: 'tides a b c d e' })
    expect(text).not.toMatch(/2222|8443|made-up|shop\.example/)
  }
})
