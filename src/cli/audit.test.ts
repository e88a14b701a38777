import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Sqlite } from '../../db/sqlite/binding.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'

let data: DataFolder
let orgId: string
let head: string

beforeEach(async () => {
  data = DataFolder.migrated()
  await using app = await TestApp.start({ directory: data.path })
  const org = await app.org('pro')
  orgId = org.id
  const token = await app.session(org)
  for (const name of ['one', 'two', 'three']) {
    await app.api('POST', '/keys', { token, body: { scopes: ['*'], name } })
  }
  const { body } = await app.api('GET', '/org/audit', { token })
  head = (body.data as unknown as { hash: string }[])[0]!.hash
})

afterEach(() => data[Symbol.dispose]())

const cli = (...args: string[]) => runCli(data.path, args)

describe('citable audit verify', () => {
  it('says that a log is whole, and where it ends', async () => {
    const whole = `${orgId} (Test): 3 entries, ends with 3:${head}\n`
    expect(await cli('audit', 'verify')).toEqual({ code: 0, out: whole, err: '' })
    const noted = await cli('audit', 'verify', '--org', orgId, '--head', `3:${head}`)
    expect(noted).toEqual({ code: 0, out: whole, err: '' })
    const { out } = await cli('audit', 'verify', '--json')
    expect(JSON.parse(out)).toEqual({ logs: [{ orgId, name: 'Test', entries: 3, head }] })
  })

  it('ends with a 1, and names the first entry that is not as it was written', async () => {
    using file = new OpenFile(data.file)
    file.db.exec('DROP TRIGGER audit_entry_no_update')
    file.db.exec("UPDATE audit_entry SET actor_id = 'usr_else' WHERE seq = 2")
    const { code, out } = await cli('audit', 'verify')
    expect(code).toBe(1)
    expect(out).toMatch(/BROKEN at entry 2 \(aud_\w+\): it was changed/)
    const { logs } = JSON.parse((await cli('audit', 'verify', '--json')).out) as { logs: unknown[] }
    expect(logs).toMatchObject([{ entries: 1, broken: { number: 2 } }])
  })

  it('refuses a head that is none, or of no organization', async () => {
    const odd = await cli('audit', 'verify', '--org', orgId, '--head', '3')
    expect(odd).toMatchObject({ code: 1, err: expect.stringContaining('--head needs') })
    const alone = await cli('audit', 'verify', '--head', `3:${head}`)
    expect(alone).toMatchObject({ code: 1, err: expect.stringContaining('add --org') })
  })
})

describe('citable audit export', () => {
  it('writes the log, on every plan', async () => {
    const { code, out } = await cli('audit', 'export')
    const lines = out.trimEnd().split('\n')
    expect(code).toBe(0)
    expect(lines.map((line) => (JSON.parse(line) as { number: number }).number)).toEqual([3, 2, 1])
    const csv = await cli('audit', 'export', '--format', 'csv', '--org', orgId)
    expect(csv.out).toMatch(/^number,id,at,.*\r\n3,aud_/)
    const odd = await cli('audit', 'export', '--format', 'xml')
    expect(odd).toMatchObject({ code: 1, err: '--format is csv or ndjson\n' })
  })
})

class OpenFile implements Disposable {
  readonly db: InstanceType<typeof Sqlite>

  constructor(file: string) {
    this.db = new Sqlite(file)
  }

  [Symbol.dispose](): void {
    this.db.close()
  }
}
