import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { page, WebSite } from '../testing/web-site.ts'

let data: DataFolder
let web: WebSite

beforeAll(async () => {
  data = DataFolder.migrated()
  web = await WebSite.start({
    '/plain': page('Plain'),
    '/widget.js': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('')
    },
  })
  const tag = `<script async src="${web.url}/widget.js" data-site-id="site_1"></script>`
  web.pages.set('/', page('Home').replace('</body>', `${tag}</body>`))
})

afterAll(async () => {
  await web[Symbol.asyncDispose]()
  data[Symbol.dispose]()
})

const check = (...words: string[]) =>
  runCli(data.path, ['widget', 'check', ...words], '', {
    ALLOW_PRIVATE_NETWORKS: '127.0.0.1',
    PUBLIC_URL: web.url,
  })

describe('citable widget check', () => {
  it('says in a line that the tag is live, without a database', async () => {
    const { code, out } = await check(web.url, '--site', 'site_1')
    expect({ code, out }).toEqual({ code: 0, out: `✓ ${web.url}/ runs the widget of site_1\n` })
  })

  it('exits with 1 and says what is in the way', async () => {
    const { code, out } = await check(`${web.url}/plain`)
    expect({ code, out }).toEqual({
      code: 1,
      out: `${web.url}/plain does not run the widget\n✗ The page has no tag of the widget as the server sends it\n`,
    })
  })

  it('prints everything as JSON with --json', async () => {
    const { code, out } = await check(web.url, '--site', 'site_2', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      isLive: false,
      tag: { siteId: 'site_1' },
      findings: [{ code: 'wrong_site', severity: 'problem' }],
    })
  })
})
