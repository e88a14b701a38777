import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { childEnvironment } from '../testing/child-environment.ts'
import { linkDependencies } from '../testing/link-dependencies.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PORT = '8700'

/** Returns the commands of a section of a page, except those that look at other people's sites. */
function commandsOf(page: string, section: string): string {
  const whole = readFileSync(join(ROOT, page), 'utf8')
  const text = whole.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block ?? '')
  return blocks.filter((block) => !block.includes('citable scan')).join('\n')
}

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return String(port)
}

/** Pastes commands into one terminal, in a folder that has what a release has. */
async function paste(commands: string) {
  spawnSync(process.execPath, ['src/dev/build-if-stale.js'], { cwd: ROOT, stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'citable-readme-'))
  try {
    for (const name of ['dist', 'package.json', 'package-lock.json']) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    }
    linkDependencies(folder)
    const port = await freePort()
    const script = `set -e\ntrap 'kill $!; wait' EXIT\n${commands.replaceAll(PORT, port)}`
    return spawnSync('bash', ['--norc', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...childEnvironment(),
        PORT: port,
        npm_config_cache: join(folder, 'cache'),
        npm_config_offline: 'true',
        npm_config_loglevel: 'error',
      },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const RUN_IT = commandsOf('README.md', 'Run it')
const FIRST_NUMBERS = commandsOf('docs/first-steps.md', 'A site and its first numbers')
const PEOPLE_AND_KEYS = commandsOf('docs/first-steps.md', 'People and keys')

it('the commands of the README and of the first steps run, pasted into one terminal', async () => {
  const { status, stdout, stderr } = await paste([RUN_IT, FIRST_NUMBERS].join('\n'))
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(stdout).toContain('{"status":"ok"')
  expect(stdout).toMatch(/^Password \(shown this once\): \S+$/m)
  expect(stdout).toMatch(/"domain":"example\.com".*"scanJob":\{"id":"job_/)
  expect(stdout).toContain('{"accepted":1,"duplicates":0,"rejected":0}')
  expect(stdout).toContain('"rows":[["/tea",0,0,0,1,0,null,null,null]]')
})

it('people and keys are made with curl alone, from a fresh start', async () => {
  const start = RUN_IT.split('\n').slice(0, 2)
  expect(start.join()).toMatch(/^npm start .*readyz/)
  const { status, stdout, stderr } = await paste([...start, PEOPLE_AND_KEYS].join('\n'))
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const [ready, accepted, answer, calls, revoked] = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
  expect(ready).toContain('{"status":"ok"')
  expect(accepted).toMatch(/"token":"ctbs_.*"role":"editor"/)
  expect(answer).toContain('"rows":[["example.com"')
  expect(calls).toMatch(/"keyName":"Claude".*"tool":"list_sites".*"outcome":"ok"/)
  expect(revoked).toMatch(/^\{"data":\{\},"error":null/)
})
