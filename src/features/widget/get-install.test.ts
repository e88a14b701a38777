import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { plainAddress } from './widget-tag.ts'
import { widgetScript } from '../../widget/widget-script.ts'

const HOST = 'https://citable.example'

let app: TestApp
let install: Install
let site: string

interface Install {
  install: Record<string, unknown>
  scriptUrl: string
  tag: string
  pinned: { scriptUrl: string; integrity: string; tag: string }
  csp: { directive: string; source: string; line: string }[]
  recipes: { id: string; file: string; text: string }[]
  check: string
}

beforeAll(async () => {
  app = await TestApp.start({ environment: { PUBLIC_URL: HOST } })
  const key = await app.key(await app.org())
  site = await app.site(key, { domain: 'coast.example' })
  const { body } = await app.api('GET', `/sites/${site}/install`, { token: key })
  // @NOTE the schema of the answer says so.
  install = body.data as unknown as Install
})

afterAll(() => app[Symbol.asyncDispose]())

describe('what is pasted into the pages of a site', () => {
  it('is one tag', () => {
    expect(install.tag).toBe(
      `<script async src="${HOST}/widget.js" data-site-id="${site}"></script>`,
    )
  })

  it('comes with whether the widget runs', () => {
    const none = { status: 'not_installed', firstSeenAt: null, lastSeenAt: null, place: null }
    expect(install.install).toEqual(none)
  })

  it('is a tag whose script the browser checks, under a name of its contents', async () => {
    const { scriptUrl, integrity, tag } = install.pinned
    expect(integrity).toBe(`sha384-${hash('sha384', await widgetScript(), 'base64')}`)
    expect(scriptUrl).toMatch(/^https:\/\/citable\.example\/widget\.[\da-f]{16}\.js$/)
    expect(tag).toBe(
      `<script async src="${scriptUrl}" data-site-id="${site}" integrity="${integrity}" crossorigin="anonymous"></script>`,
    )
  })

  it('needs two sources of a Content-Security-Policy', () => {
    expect(install.csp.map(({ line }) => line)).toEqual([
      `script-src ${HOST};`,
      `connect-src ${HOST};`,
    ])
  })

  it.each(['html', 'wordpress', 'nextjs', 'docusaurus', 'astro', 'shopify', 'wix'])(
    'is a recipe for %s with the site and the server',
    (id) => {
      const recipe = install.recipes.find((one) => one.id === id)
      expect(recipe?.text).toContain(site)
      expect(recipe?.text).toContain(`${HOST}/widget.js`)
      expect(recipe?.text).toMatch(/async/)
      expect(recipe?.file).not.toBe('')
    },
  )

  it('ends with the command that looks whether it works', () => {
    expect(install.check).toBe(`npx citable widget check https://coast.example/ --site ${site}`)
  })
})

it('no character of a server’s address leaves the text it is put into', () => {
  expect(plainAddress(`${HOST}/a'b"c&d<e>$(f)\`g`)).toBe(
    `${HOST}/a%27b%22c%26d%3Ce%3E%24%28f%29%60g`,
  )
})
