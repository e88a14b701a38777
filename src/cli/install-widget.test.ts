import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'

const PUBLIC_URL = 'https://citable.example'

let data: DataFolder
let siteId: string

beforeAll(async () => {
  data = DataFolder.migrated()
  await using app = await TestApp.start({ directory: data.path })
  siteId = await app.site(await app.key(await app.org()), { domain: 'coast.example' })
})

afterAll(() => data[Symbol.dispose]())

const install = (...words: string[]) =>
  runCli(data.path, ['widget', 'install', ...words], '', { PUBLIC_URL })

describe('citable widget install', () => {
  it('prints the tags, the policy and the recipes of a site by its domain', async () => {
    const { code, out } = await install('coast.example')
    expect(code).toBe(0)
    expect(out).toMatch(/^The widget is not installed; last seen never\n/)
    const tag = `<script async src="${PUBLIC_URL}/widget.js" data-site-id="${siteId}"></script>`
    expect(out).toContain(`The tag, on each page:\n\n  ${tag}\n`)
    expect(out).toMatch(/ integrity="sha384-[\w+/=]{64}" crossorigin="anonymous">/)
    expect(out).toContain(`  script-src ${PUBLIC_URL};\n  connect-src ${PUBLIC_URL};\n`)
    for (const name of ['WordPress', 'Next.js', 'Docusaurus', 'Astro']) {
      expect(out).toContain(`\n${name}, in `)
    }
    expect(out).toContain(`npx citable widget check https://coast.example/ --site ${siteId}`)
  })

  it('prints one recipe alone, or everything as JSON', async () => {
    const { out } = await install(siteId, '--for', 'docusaurus')
    expect(out).toMatch(/^export default \{\n/)
    expect(JSON.parse((await install(siteId, '--json')).out)).toMatchObject({ siteId })
  })

  it('says in one line which site or recipe there is not', async () => {
    const site = await install('nowhere.example')
    expect([site.code, site.err]).toEqual([
      1,
      expect.stringMatching(/^[^\n]* no site nowhere\.example .*\n$/),
    ])
    const recipe = await install(siteId, '--for', 'perl')
    expect([recipe.code, recipe.err]).toEqual([
      1,
      'There is no recipe perl; there are html, wordpress, nextjs, docusaurus, astro, shopify, wix\n',
    ])
  })
})
