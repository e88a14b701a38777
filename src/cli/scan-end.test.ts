import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli, type CliRun } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { page, WebSite } from '../testing/web-site.ts'

const TESTS = 5

let data: DataFolder
let web: WebSite
/** Organizations without a site, one for each test. */
const orgs: string[] = []
let org = ''

beforeAll(async () => {
  web = await WebSite.start({})
  data = DataFolder.migrated()
  await using app = await TestApp.start({ directory: data.path })
  for (let i = 0; i < TESTS; i += 1) orgs.push((await app.org()).id)
})

beforeEach(() => {
  web.pages.clear()
  org = orgs.pop() ?? 'none is left'
})

afterAll(async () => {
  await web[Symbol.asyncDispose]()
  data[Symbol.dispose]()
})

const cli = (...args: string[]): Promise<CliRun> =>
  runCli(data.path, [...args, '--org', org], '', { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' })

const serve = (pages: Record<string, string>): void => {
  for (const [path, html] of Object.entries(pages)) web.pages.set(path, html)
}

async function siteId(): Promise<string> {
  const { sites } = JSON.parse((await cli('site', 'list', '--json')).out) as {
    sites: { id: string }[]
  }
  return sites[0]?.id ?? 'none'
}

describe('the end of a scan', () => {
  it('says pages, score, what is worst, what became no page, and what to do next', async () => {
    const links = ['/a', '/missing', '/plan.pdf']
    serve({ '/': page('Home', { links }), '/a': page('A') })
    const { code, out } = await cli('scan', `${web.url}/`)
    const id = await siteId()
    expect(code).toBe(0)
    const lines = out.split('\n')
    expect(lines[0]).toBe(
      `Scan of 127.0.0.1 (${id}) succeeded. 2 pages: 2 new, 0 changed, 0 as before, 0 gone.`,
    )
    expect(lines[1]).toMatch(/^AI score of the site: \d+$/)
    const worst = lines.slice(lines.indexOf('Worst findings:') + 1).slice(0, 6)
    for (const [i, line] of worst.entries()) {
      expect(line).toMatch(i % 2 === 0 ? /^ {2}[A-F]\d [12] of 2 pages \w+/ : /^ {4}\/\w*: \S/)
    }
    expect(out).toMatch(/^Prompts to review: \d+$/m)
    expect(out).toContain(
      `Addresses that became no page: 2\n  failed (HTTP_STATUS 404): ${web.url}/missing\n  skipped (ASSET): ${web.url}/plan.pdf\n`,
    )
    expect(out).toContain(`Next: npx citable widget install ${id}\n`)
    const all = await cli('site', 'addresses', '127.0.0.1', '--outcome', 'failed')
    expect(all.out).toBe(`failed (HTTP_STATUS 404): ${web.url}/missing\n`)
    const wrong = await cli('site', 'addresses', id, '--outcome', 'lost')
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('--outcome must be') })
  })

  it('of a door to another host offers to add that host', async () => {
    const links = Array.from({ length: 9 }, (_, i) => `https://kilns.example/${i}`)
    serve({ '/': page('Home', { links }) })
    const { out } = await cli('scan', `${web.url}/`)
    expect(out).toContain(
      '  OTHER_HOST 9\n    Pages of the site seem to be at another host, which is no domain of it yet.\n    kilns.example: 9 links\n',
    )
    expect(out).toContain(`Next: npx citable domain add kilns.example --site ${await siteId()}\n`)
  })
})

describe('what a scan is asked', () => {
  it('keeps to paths, and begins at the address that it is given', async () => {
    serve({
      '/': page('Home', { links: ['/docs/', '/blog'] }),
      '/docs/': page('Docs', { links: ['/docs/a', '/docs/b'] }),
      '/docs/a': page('A'),
      '/docs/b': page('B'),
      '/blog': page('Blog'),
    })
    const bounds = ['--include', '/docs/*', '--exclude', '/docs/b', '--max-pages', '9', '--json']
    const asked = JSON.parse((await cli('scan', `${web.url}/`, ...bounds)).out) as unknown
    expect(asked).toMatchObject({
      options: { include: ['/docs/*'], exclude: ['/docs/b'], maxPages: 9 },
      result: { pages: 2 },
    })
    const there = JSON.parse((await cli('scan', `${web.url}/blog`, '--json')).out) as unknown
    expect(there).toMatchObject({ options: { startUrl: `${web.url}/blog` } })
  })

  it('says what is wrong with it', async () => {
    serve({ '/': page('Home') })
    const url = `${web.url}/`
    const none = await cli('scan', url, '--include', '/nothing/*')
    expect(none.code).toBe(1)
    expect(none.out).toContain('none is a page within --include /nothing/*')
    const missing = await cli('scan', `${url}none`)
    expect(missing).toMatchObject({ code: 1, out: expect.stringContaining('(HTTP_STATUS)') })
    for (const [args, message] of [
      [['--include', 'docs'], "--include must be a path such as '/blog/*', and not docs"],
      [['--max-pages', '0'], '--max-pages must be a number from 1 on'],
      [['--max-pages', 'few'], '--max-pages must be a number from 1 on'],
      [['--exclude', `/${'*'.repeat(6)}`], 'At most five *'],
    ] as const) {
      const { code, err } = await cli('scan', url, ...args)
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) })
    }
  })
})

describe('citable site update', () => {
  it('moves a site within what is its own, and to no other place', async () => {
    serve({ '/': page('Home') })
    await cli('scan', `${web.url}/`)
    const id = await siteId()
    const moved = await cli(
      'site',
      'update',
      '127.0.0.1',
      '--url',
      `${web.url}/docs/`,
      '--name',
      'Kilns',
    )
    expect(moved).toMatchObject({
      code: 0,
      out: `Kilns (${id}) begins at ${web.url}/docs/\nNext: npx citable scan ${id}\n`,
    })
    for (const [url, message] of [
      ['https://elsewhere.example/', 'elsewhere.example is no verified domain of the site'],
      ['http://127.0.0.1:22/', 'Port 22 is not permitted'],
      ['docs', 'Must be an http or https address with a host'],
    ] as const) {
      const { code, err } = await cli('site', 'update', id, '--url', url)
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) })
    }
    expect(await cli('site', 'update', id)).toMatchObject({
      code: expect.any(Number),
      err: expect.stringContaining('Give --url or --name'),
    })
  })
})
