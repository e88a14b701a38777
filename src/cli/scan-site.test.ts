import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'

let data: DataFolder

beforeEach(async () => {
  data = new DataFolder()
  await using app = await TestApp.start({
    directory: data.path,
    environment: { ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
  })
  await app.site(await app.key(await app.org()), { url: 'http://127.0.0.1:4816/' })
})

afterEach(() => data[Symbol.dispose]())

describe('citable scan', () => {
  it('does not scan another port of a host than the one that was named', async () => {
    const { code, err } = await runCli(data.path, ['scan', 'http://127.0.0.1:4817/'])
    expect(code).not.toBe(0)
    expect(err).toContain('of this host is http://127.0.0.1:4816/')
  })

  it('says in a line what is no address', async () => {
    for (const target of ['http://', 'ftp://example.com/']) {
      const { code, err } = await runCli(data.path, ['scan', target])
      expect(code).not.toBe(0)
      expect(err).toContain(`${target} is no http or https address`)
      expect(err).not.toContain('    at ')
    }
  })
})
