import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { page, WebSite } from '../testing/web-site.ts'

let data: DataFolder

beforeEach(async () => {
  data = DataFolder.migrated()
  await using app = await TestApp.start({
    directory: data.path,
    environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
  })
  await app.site(await app.key(await app.org()), { url: 'http://127.0.0.1:4816/' })
})

afterEach(() => data[Symbol.dispose]())

describe('citable scan', () => {
  it('scans no other port of a host than the given one', async () => {
    const { code, err } = await runCli(data.path, ['scan', 'http://127.0.0.1:4817/'])
    expect(code).not.toBe(0)
    expect(err).toContain('of this host is http://127.0.0.1:4816/')
  })

  it('records who requested the scan', async () => {
    await using web = await WebSite.start({ '/': page('Home') })
    const args = ['scan', `${web.url}/`.replace('127.0.0.1', '127.0.0.2'), '--json']
    const { code, out } = await runCli(data.path, args, '', {
      ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    })
    expect(code).toBe(1) // nothing listens there
    expect(JSON.parse(out)).toMatchObject({
      kind: 'onboarding',
      trigger: 'cli',
      requestedBy: { type: 'system', id: 'cli' },
      error: { code: 'UNREACHABLE' },
    })
  })

  it('says how to allow a private address, given or resolved', async () => {
    const hint = 'ALLOW_PRIVATE_NETWORKS=1 lets a trial reach private addresses'
    for (const command of ['scan', 'score']) {
      for (const url of ['http://127.0.0.9:4816/', 'http://localhost/']) {
        const { code, err } = await runCli(data.path, [command, url])
        expect(code).toBe(1)
        expect(err).toMatch(new RegExp(`^The host .*; ${hint}\n$`))
      }
    }
    const known = await runCli(data.path, ['scan', 'http://127.0.0.1:4816/'])
    expect(known.out).toBe(
      `The scan failed: The site is at a private address; ${hint} (BLOCKED_ADDRESS).\n`,
    )
    const port = await runCli(data.path, ['scan', 'https://example.com:22/'])
    expect(port.err).toBe('Port 22 is not permitted\n')
  })

  it('explains an invalid address in one line', async () => {
    for (const target of ['http://', 'ftp://example.com/']) {
      const { code, err } = await runCli(data.path, ['scan', target])
      expect(code).not.toBe(0)
      expect(err).toContain(`${target} is no http or https address`)
      expect(err).not.toContain('    at ')
    }
  })
})
