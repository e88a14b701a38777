import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundled } from '../src/testing/bundled.ts'
import { TestApp } from '../src/testing/start-test-app.ts'

const run = promisify(execFile)

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

describe('examples', () => {
  it('query-analytics.ts prints a week by engine over REST', async () => {
    const key = await app.key(await app.org())
    const site = await app.site(key)
    await app.collect(site, [{ kind: 'ai_click', url: '/tea', target: 'claude' }])
    const args = ['--import', 'tsx', 'examples/query-analytics.ts', site, app.url]
    const { stdout } = await run(process.execPath, args, {
      env: { ...process.env, CITABLE_KEY: key },
    })
    expect(stdout).toMatch(/claude +1 +0 +0/)
  })

  it.each(['query-analytics.ts', 'manage-site.ts'])('%s says what it needs', async (name) => {
    const args = ['--import', 'tsx', `examples/${name}`]
    await expect(run(process.execPath, args)).rejects.toThrow('Usage: CITABLE_KEY')
  })

  it('manage-site.ts makes a site, follows its scan and saves its numbers, and again', async () => {
    const env = { ...process.env, CITABLE_KEY: await app.key(await app.org()) }
    const args = ['--import', 'tsx', 'examples/manage-site.ts', 'https://example.com/', app.url]
    for (const _ of [1, 2]) {
      const { stdout } = await run(process.execPath, args, { env })
      expect(stdout).toContain('failed, 0 pages\n')
      expect(stdout).toContain('time:day,impressions,ai_clicks\r\n')
    }
  })

  it('manage-site.ts says what was refused, and which request it was', async () => {
    const env = { ...process.env, CITABLE_KEY: await app.key(await app.org(), ['org:read']) }
    const args = ['--import', 'tsx', 'examples/manage-site.ts', 'https://example.com/', app.url]
    await expect(run(process.execPath, args, { env })).rejects.toThrow(
      /POST \/sites: .*sites:write.*\nThe request was req_/,
    )
  })

  it('each client configuration names the servers, or the bridge', () => {
    const files = readdirSync('examples/clients').filter((name) => name.endsWith('.json'))
    expect(files).toEqual(['claude-desktop.json', 'cursor.json', 'vscode.json'])
    for (const file of [...files.map((name) => `examples/clients/${name}`), '.mcp.json']) {
      const text = readFileSync(file, 'utf8')
      expect(() => JSON.parse(text) as unknown, file).not.toThrow()
      expect(text, file).toContain('http://127.0.0.1:8700/mcp/data')
    }
  })

  it.each([
    ['.mcp.json', '${CITABLE_KEY}'],
    ['examples/clients/cursor.json', '${env:CITABLE_KEY}'],
    ['examples/clients/vscode.json', '${input:citable-key}'],
  ])('a client connects to every server with what %s says', async (file, placeholder) => {
    const key = await app.key(await app.org())
    // @NOTE the file's form is fixed by the clients that read it.
    const { mcpServers, servers } = JSON.parse(readFileSync(file, 'utf8')) as Partial<
      Record<string, Record<string, { url: string; headers?: Record<string, string> }>>
    >
    const named = Object.values(mcpServers ?? servers ?? {})
    expect(named).toHaveLength(3)
    expect(named.filter(({ headers }) => !headers).map(({ url }) => new URL(url).pathname)).toEqual(
      ['/mcp/protocol'],
    )
    for (const { url, headers } of named) {
      const authorization = headers?.['Authorization']?.replace(placeholder, key)
      const response = await fetch(`${app.url}${new URL(url).pathname}`, {
        method: 'POST',
        headers: {
          ...(authorization !== undefined && { authorization }),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
      expect(response.status).toBe(200)
    }
  })

  it('the whole demo runs', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'citable-demo-'))
    try {
      const { code, output } = await runDemo(directory)
      expect(output).toContain('How did my site do with AI last week, and is that unusual?')
      expect(output).toMatch(/impressions +\d,\d\d\d/)
      expect(output).toContain('How do I read a tide table?')
      const [, origin] = /site that is served at (http:\/\/127\.0\.0\.1:\d+);/.exec(output) ?? []
      const page = `${origin}/safety/cold-water-first-minutes`
      expect(output).toMatch(/last_scan .*\n.*\nsucceeded +25 +25 +25 +\d+\n/)
      expect(output).toMatch(/−3 A2 .*\n {2}Allowed: .* Claude-SearchBot/)
      expect(output).toContain(`  Read ${page} (“The first minutes in cold water”`)
      expect(output).toContain(`“What is cold water shock?”\n  ${page}\n`)
      expect(output).toMatch(/Which page answers it\?\n.*\n.*\n.*\n.*\n.*\npage +The first minutes/)
      expect(output).toMatch(/ {2}Readers asked here about: .*cold water \(\d+\)/)
      expect(output).toMatch(new RegExp(`  Cold water shock is the gasp .*\\n.* …\\n  ${page}\\n`))
      expect(output).toMatch(/claude mcp add .* \\\n +--header "[\w: ]+ ctbk_[0-9A-Za-z]{49}"/)
      expect(output).toMatch(/^export CITABLE_KEY=ctbk_[0-9A-Za-z]{49}$/m)
      expect(output).toContain('Codex (~/.codex/config.toml):\n[mcp_servers.citable-publisher]')
      expect(output.split('\n').filter((line) => line.length > 100)).toEqual([])
      for (const mark of ['untrusted-', '\u001b[', '"level":']) expect(output).not.toContain(mark)
      expect(code).toBe(0)
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })
})

function runDemo(directory: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    [bundled('demo'), '--once', '--port', '0', '--directory', directory],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve({ code, output }))
  })
}
