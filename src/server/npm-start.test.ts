import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DOCS_PATHS } from '../http/docs-routes.ts'
import { childEnvironment } from '../testing/child-environment.ts'
import { linkDependencies } from '../testing/link-dependencies.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder: string

beforeAll(() => {
  spawnSync(process.execPath, ['src/dev/build-if-stale.js'], { cwd: ROOT, stdio: 'inherit' })
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'citable-production-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const copy = (...names: string[]): void => {
  for (const name of names) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
}

const environment = () => ({
  ...childEnvironment(),
  PORT: '0',
  DATABASE_URL: `sqlite:${join(folder, 'data/citable.db')}`,
})

/** Runs `npm start`, and waits until the server says where it listens. */
async function npmStart() {
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(npm, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: npm.stdout }).on('line', (line) => {
      const found = /"url":"([^"]+)"/.exec(line)?.[1]
      if (found) resolve(found)
    })
    exited.then(() => reject(new Error('It ended without listening')), reject)
  })
  return {
    url,
    /** Asks npm alone to stop, and not the server. */
    async stop(): Promise<unknown> {
      npm.kill('SIGTERM')
      const [code] = await exited
      return code
    },
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe('npm start', () => {
  it('runs from dist/ alone, with what it needs to run, and stops with npm', async () => {
    copy('dist', 'package.json', 'package-lock.json')
    linkDependencies(folder)
    expect(existsSync(join(folder, 'node_modules/esbuild'))).toBe(false)
    const server = await npmStart()
    expect(existsSync(join(folder, 'node_modules/swagger-ui-dist'))).toBe(false)
    for (const path of ['/readyz', '/openapi.json', ...DOCS_PATHS]) {
      const answer = await fetch(server.url + path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(await answer.text()).not.toContain('sourceMappingURL')
    }
    expect(await server.stop()).toBe(0)
    expect(await answers(`${server.url}/healthz`)).toBe(false)
  })

  it('says what to do where there is neither a bundle nor what makes one', () => {
    copy(
      'src/dev',
      'docs/openapi.json',
      'tools',
      'db',
      'examples',
      'package.json',
      'package-lock.json',
    )
    const { status, stderr } = spawnSync('npm', ['start', '--silent'], {
      cwd: folder,
      env: environment(),
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('npm ci && npm run build')
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  it('takes an older bundle where it cannot make another', async () => {
    copy(
      'dist',
      'src/dev',
      'docs/openapi.json',
      'tools',
      'db',
      'examples',
      'package.json',
      'package-lock.json',
    )
    linkDependencies(folder)
    const server = await npmStart()
    expect(await server.stop()).toBe(0)
  })
})
