import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli, type CliRun } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'
import { shownTable } from './report-tables.ts'

let data: DataFolder
let orgId = ''
let siteId = ''
let emptyId = ''

const HOSTILE = 'Is \u202etide\u001b[31m safe?'

const history = (at: string, fields: Record<string, unknown>) => ({
  eventId: `${at}-${JSON.stringify(fields).length}`,
  at: `2021-10-${at}:00Z`,
  visitor: at,
  url: 'https://example.com/tides',
  ...fields,
})

const HISTORY = [
  history('01T09:00', { kind: 'impression' }),
  history('02T09:00', { kind: 'ai_click', target: 'claude' }),
  history('03T09:00', { kind: 'ai_click', target: 'claude', visitor: 'b' }),
  history('04T09:00', { kind: 'question', target: 'claude', question: 'When is high tide?' }),
  history('05T09:00', { kind: 'question', target: 'claude', question: 'When is high tide?' }),
  history('06T09:00', { kind: 'question', target: 'chatgpt', question: HOSTILE }),
  history('07T09:00', {
    kind: 'referral',
    referrer: 'https://chatgpt.com/',
    target: 'chatgpt',
    url: 'https://example.com/moon',
  }),
]

const cli = (...args: string[]): Promise<CliRun> => runCli(data.path, args)

beforeAll(async () => {
  data = DataFolder.migrated()
  {
    await using app = await TestApp.start({ directory: data.path })
    const org = await app.org('self_hosted')
    orgId = org.id
    const key = await app.key(org)
    siteId = await app.site(key)
    emptyId = await app.site(key, { url: 'https://empty.example/' })
    // The same domain in another organization, which a domain alone does not tell apart.
    await app.site(await app.key(await app.org('self_hosted')))
  }
  const lines = HISTORY.map((line) => JSON.stringify(line)).join('\n')
  const imported = await runCli(data.path, ['events', 'import', '-', '--site', siteId], lines)
  if (imported.code !== 0) throw new Error(imported.out + imported.err)
})

afterAll(() => data[Symbol.dispose]())

const october = ['--range', '2021-10', '--org']

describe('citable report', () => {
  it('shows overview, engines, pages and questions of a site, as text and as JSON', async () => {
    const { code, out, err } = await cli('report', 'example.com', ...october, orgId)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^example\.com, 2021-10-01 to 2021-10-31 \(UTC\)\n/)
    expect(out).toMatch(/^ai_clicks +2 /m)
    expect(out).toMatch(/^claude +2 AI clicks +█+$/m)
    expect(out).toMatch(/^\/moon +1 /m)
    expect(out).toMatch(/^ *2 +\/tides +When is high tide\?$/m)
    expect(shownTable({ columns: ['question'], rows: [[HOSTILE]] })).toContain('\\u{202e}')
    expect(out).not.toMatch(/[^\n\P{C}]/u)
    const asData = await cli('report', siteId, ...october, orgId, '--json')
    const report = JSON.parse(asData.out) as Record<string, { columns: string[]; rows: unknown[] }>
    expect(report).toMatchObject({ siteId, domain: 'example.com', range: { from: '2021-10-01' } })
    expect(report['overview']?.rows).toContainEqual(expect.arrayContaining(['ai_clicks', 2]))
    expect(report['engines']?.rows[0]).toEqual(expect.arrayContaining(['claude', 2]))
    expect(report['pages']?.rows[0]).toEqual(expect.arrayContaining(['/moon', 1]))
    expect(report['questions']?.rows).toHaveLength(2)
  })

  it('says of a site without events what comes next, and refuses a range that is none', async () => {
    const { code, out } = await cli('report', 'empty.example', '--org', orgId)
    expect(code).toBe(0)
    expect(out).toContain('Engines that readers open: none in these days\n')
    expect(out).toContain(`Next: npx citable widget install ${emptyId}\n`)
    const wrong = await cli('report', 'empty.example', '--range', 'sometimes', '--org', orgId)
    expect(wrong).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Must be one of'),
    })
  })
})

describe('citable questions', () => {
  it('lists the newest or the most frequent ones, up to a limit', async () => {
    const asked = async (...args: string[]) => {
      const { out } = await cli('questions', 'example.com', ...october, orgId, '--json', ...args)
      const { columns, rows } = JSON.parse(out) as { columns: string[]; rows: unknown[][] }
      return rows.map((row) => row[columns.indexOf('question')])
    }
    expect(await asked('--limit', '1')).toEqual([expect.stringContaining('safe?')])
    expect(await asked('--sort', 'frequent')).toHaveLength(2)
    expect(await asked('--sort', 'frequent', '--limit', '1')).toEqual(['When is high tide?'])
    const { out } = await cli('questions', 'example.com', ...october, orgId, '--limit', '2')
    expect(out).toMatch(/^2021-10-06T\S+ +chatgpt +\/tides +Is tide.* safe\?$/m)
    expect(out).toContain('There are more; --limit shows them.')
    for (const [name, value] of [
      ['--sort', 'oldest'],
      ['--limit', '0'],
      ['--limit', '1001'],
    ] as const) {
      const refused = await cli('questions', 'example.com', name, value)
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`${name} must be`) })
    }
  })
})

describe('a site on the command line', () => {
  it('is an id, a domain or an address, wherever a command takes one', async () => {
    const references = [siteId, 'www.example.com', 'https://Example.com/tides', 'EXAMPLE.com']
    for (const reference of references) {
      const { out } = await cli('site', 'delete', reference, '--org', orgId)
      expect([reference, out]).toEqual([reference, expect.stringContaining(siteId)])
    }
    const onOneSite: string[][] = [
      ['rollups', 'verify', '--site', 'www.empty.example'],
      ['rollups', 'rebuild', '--site', 'empty.example'],
      ['key', 'create', '--sites', 'https://empty.example/', '--org', orgId],
      ['widget', 'install', 'www.empty.example', '--org', orgId],
      ['domain', 'add', 'shop.example', '--site', 'empty.example', '--org', orgId],
      ['site', 'update', 'shop.example', '--name', 'Empty', '--org', orgId],
      ['questions', 'www.shop.example', '--org', orgId],
    ]
    for (const args of onOneSite) {
      expect([args, await cli(...args)]).toEqual([args, expect.objectContaining({ code: 0 })])
    }
  })

  it('is named where it is misspelt, and asked for where several have it', async () => {
    const misspelt: [string, string[]][] = [
      ['did you mean empty.example?', ['report', 'emty.example']],
      ['did you mean example.com?', ['questions', 'exmaple.com']],
      ['did you mean example.com?', ['scan', 'www.exampel.com']],
      ['site list has them', ['site', 'addresses', 'nowhere.test']],
      // A part of a name would do for reading; here it would delete.
      ['has no site empty', ['site', 'delete', 'empty', '--yes']],
    ]
    for (const [message, args] of misspelt) {
      const { code, err } = await cli(...args, '--org', orgId)
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) })
    }
    const several = await cli('rollups', 'verify', '--site', 'example.com')
    expect(several.err).toMatch(/^Several organizations have example\.com .* by its id:\n {2}site_/)
    expect(several.err).toContain(siteId)
  })
})
