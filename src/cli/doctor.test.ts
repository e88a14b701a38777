import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Sqlite } from '../../db/sqlite/binding.ts'
import { systemClock } from '../lib/time/clock.ts'
import { makeBatch, postBatch } from '../testing/collect-load.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { runCli } from '../testing/run-cli.ts'
import { SmtpServer } from '../testing/smtp-server.ts'

let data: DataFolder

beforeEach(() => {
  data = new DataFolder()
})
afterEach(() => data[Symbol.dispose]())

interface Report {
  code: number
  problems: number
  findings: { check: string; status: string; says: string; advice?: string }[]
  out: string
}

async function doctor(environment: Record<string, string> = {}): Promise<Report> {
  const { code, out } = await runCli(data.path, ['doctor', '--json'], '', environment)
  // @NOTE the command's own form; another one fails the expectation that reads it.
  return { code, out, ...(JSON.parse(out) as Omit<Report, 'code' | 'out'>) }
}

/** Lists the findings that are not `ok`, each as `status check`. */
const unwell = ({ findings }: Report): string[] =>
  findings.flatMap(({ check, status }) => (status === 'ok' ? [] : [`${status} ${check}`]))

/** Starts a server that is not one of ours. */
async function elsewhere(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // @NOTE a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => server.close() }
}

describe('citable doctor', () => {
  it('finds nothing beside a server that is well, and changes nothing', async () => {
    await data.setUp()
    await using mail = await SmtpServer.start()
    await using server = await data.serve()
    const files = readdirSync(data.path).toSorted()
    const environment = { PUBLIC_URL: server.url, ...mail.environment }
    const report = await doctor(environment)
    expect(unwell(report)).toEqual([])
    expect(report).toMatchObject({ code: 0, problems: 0 })
    expect(report.findings.map(({ check }) => check)).toEqual([
      'configuration',
      'disk',
      'permissions',
      'schema',
      'clock',
      'tables',
      'log',
      'public URL',
      'assistants',
      'mail',
    ])
    expect(mail.received).toEqual([])
    expect(readdirSync(data.path).toSorted()).toEqual(files)
    const { out } = await runCli(data.path, ['doctor'], '', environment)
    expect(out).toContain(`ok       public URL: ${server.url} leads to the server of this data.\n`)
  })

  it('names what is wrong with the files, the schema and the clock', async () => {
    await data.setUp()
    chmodSync(join(data.path, 'citable.key'), 0o644)
    chmodSync(data.path, 0o777)
    const db = new Sqlite(data.file)
    db.prepare('UPDATE site SET install_last_seen_at = ?').run(systemClock() + 3_600_000)
    db.exec(`DELETE FROM kysely_migration WHERE name = (SELECT MAX(name) FROM kysely_migration)`)
    db.close()
    const report = await doctor()
    expect(report).toMatchObject({ code: 1, problems: 3 })
    expect(unwell(report)).toEqual([
      'problem permissions',
      'problem permissions',
      'warning schema',
      'problem clock',
    ])
    expect(report.out).toContain(`chmod 600 ${join(data.path, 'citable.key')}`)
    expect(statSync(join(data.path, 'citable.key')).mode & 0o777).toBe(0o644)
    for (const { status, advice } of report.findings) {
      expect([status, advice === undefined]).toEqual([status, status === 'ok'])
    }
  })

  it('says that a later version has written the data', async () => {
    await data.setUp()
    const db = new Sqlite(data.file)
    db.exec(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '')`)
    db.close()
    const report = await doctor()
    expect(unwell(report)).toEqual(['problem schema'])
    expect(report.out).toContain('was written by a later version')
  })

  it('says that there is no data, and makes none', async () => {
    const report = await doctor()
    expect(report.code).toBe(1)
    expect(unwell(report)).toEqual(['problem data'])
    expect(existsSync(data.file)).toBe(false)
  })

  it('tells a setting that is none, with the one that is meant, as a start does', async () => {
    await data.setUp()
    const file = join(data.path, 'settings')
    writeFileSync(
      file,
      'LOG_LEVEL=info\nDATABSE_URL=sqlite:secret\nCOLOUR=secret\nLLM_MODEL_NAME=secret\n',
    )
    const environment = {
      ENV_FILE: file,
      PUBLC_URL: 'https://secret.example',
      TRUST_PORXY: 'secret',
      public_url: 'secret',
      // These variables belong to other programs, although their names are similar.
      HOME: 'secret',
      HOSTNAME: 'secret',
      PORTAL: 'secret',
      LLM_PROXY: 'secret',
    }
    const report = await doctor(environment)
    const told = report.findings
      .filter(({ says }) => says.includes(' is no setting'))
      .map(({ says, advice }) => `${says.split(' ')[0]}: ${advice}`)
    expect(told.toSorted()).toEqual([
      'COLOUR: Take it out; docs/reference.md has every setting.',
      'DATABSE_URL: Write DATABASE_URL, if that is meant.',
      'LLM_MODEL_NAME: Write LLM_MODEL, if that is meant.',
      'PUBLC_URL: Write PUBLIC_URL, if that is meant.',
      'TRUST_PORXY: Write TRUST_PROXY, if that is meant.',
      'public_url: Write PUBLIC_URL, if that is meant.',
    ])
    expect(report.code).toBe(0)
    await using server = await data.serve({ environment })
    const warned = await server.log('there is no such setting')
    expect(warned).toMatchObject({ setting: 'DATABSE_URL', meant: 'DATABASE_URL', file })
    expect(server.timesLogged('there is no such setting')).toBe(6)
    expect(report.out + JSON.stringify(warned)).not.toContain('secret')
  })

  it('tells a log that a killed server left', async () => {
    const { siteId } = await data.setUp()
    await using server = await data.serve()
    await postBatch(server.url, siteId, makeBatch('left', 5))
    await server.kill()
    const report = await doctor()
    expect(unwell(report)).toEqual(['warning log'])
    expect(report.code).toBe(0)
    expect(data.storedPaths()).toHaveLength(5)
  })
})

describe('citable doctor at PUBLIC_URL', () => {
  it('tells a server of other data, one that is none of ours, a redirect and nobody', async () => {
    using other = new DataFolder()
    await data.setUp()
    await using server = await other.serve()
    using stranger = await elsewhere((_, response) => response.end('{"status":"ok"}'))
    using redirecting = await elsewhere((_, response) =>
      response.writeHead(301, { location: server.url }).end(),
    )
    const says = async (PUBLIC_URL: string): Promise<string> => {
      const report = await doctor({ PUBLIC_URL })
      expect(unwell(report)).toEqual(['problem public URL'])
      return report.findings.find(({ check }) => check === 'public URL')?.says ?? ''
    }
    expect(await says(server.url)).toContain('leads to a server with another key')
    expect(await says(stranger.url)).toContain('not as a server of Citable')
    expect(await says(redirecting.url)).toContain('leads elsewhere (301)')
    const gone = await elsewhere(() => undefined)
    gone[Symbol.dispose]()
    expect(await says(gone.url)).toContain('does not answer: ECONNREFUSED')
  })

  it('compares the clocks', async () => {
    await data.setUp()
    using late = await elsewhere((_, response) => {
      response.setHeader('Date', new Date(systemClock() - 600_000).toUTCString())
      response.end()
    })
    const report = await doctor({ PUBLIC_URL: late.url })
    expect(unwell(report)).toEqual(['problem public URL', 'warning clock'])
  })
})

describe('citable doctor with settings', () => {
  it('warns of those that may not be meant', async () => {
    await data.setUp()
    const of = async (environment: Record<string, string>): Promise<string[]> => {
      const { findings } = await doctor(environment)
      return findings.flatMap(({ check, says }) => (check === 'configuration' ? [says] : []))
    }
    expect(await of({ HOST: '0.0.0.0' })).toEqual([
      expect.stringContaining('PUBLIC_URL is not set'),
    ])
    expect(await of({ PUBLIC_URL: 'http://citable.invalid/app' })).toEqual([
      expect.stringContaining('in the clear'),
      expect.stringContaining('has a path'),
    ])
    expect(await of({ PUBLIC_URL: 'https://citable.invalid' })).toEqual([
      expect.stringContaining('TRUST_PROXY'),
    ])
    expect(await of({ ALLOW_PRIVATE_NETWORKS: '1' })).toEqual([
      expect.stringContaining('private networks'),
    ])
  })

  it('says which setting cannot be read', async () => {
    const { code, out } = await runCli(data.path, ['doctor', '--json'], '', { PORT: 'x' })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      error: { message: expect.stringContaining('PORT must') },
    })
  })

  it('shows no secret', async () => {
    await data.setUp()
    const secrets = {
      SECRET_KEY: 'a secret of thirty-two characters',
      METRICS_TOKEN: 'metrics-token-of-thirty-two-chars',
      SMTP_URL: 'smtp://user:smtp-password@127.0.0.1:1',
      MAIL_FROM: 'citable@example.com',
      PUBLIC_URL: 'http://user:url-password@127.0.0.1:1',
      CITABLE_KEY: 'ctbk_of-somebody',
    }
    const report = await doctor(secrets)
    expect(unwell(report)).toEqual(['problem public URL', 'problem mail'])
    const { out, err } = await runCli(data.path, ['doctor'], '', secrets)
    for (const secret of [secrets.SECRET_KEY, secrets.METRICS_TOKEN, 'password', 'ctbk_']) {
      expect(report.out + out + err).not.toContain(secret)
    }
  })
})
