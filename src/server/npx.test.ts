import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { childEnvironment } from '../testing/child-environment.ts'
import { linkDependencies } from '../testing/link-dependencies.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LAUNCHER = 'src/dev/launcher.js'
const MANIFEST = ['package.json', 'package-lock.json']
const SOURCES = ['src', 'tools', 'db', 'examples', 'docs/openapi.json', 'tsconfig.json']

let folder: string

beforeAll(() => {
  spawnSync(process.execPath, ['src/dev/build-if-stale.js'], { cwd: ROOT, stdio: 'inherit' })
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'citable-npx-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const copy = (...names: string[]): void => {
  for (const name of names) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
}

/** Copies the part of `dist/` that comes with a clone. */
function copyLauncher(): void {
  mkdirSync(join(folder, 'dist'))
  cpSync(join(ROOT, LAUNCHER), join(folder, 'dist/citable.js'))
}

/** Runs `npx citable …` in the folder, with a cache of its own and without a network. */
function npx(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('npx', ['citable', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...childEnvironment(),
      DATABASE_URL: 'sqlite:data/citable.db',
      npm_config_cache: join(folder, 'cache'),
      npm_config_offline: 'true',
      npm_config_loglevel: 'error',
    },
  })
  return { status, stdout, stderr }
}

describe('npx citable', () => {
  it('builds what it runs in a clone whose packages are installed', () => {
    copy(...SOURCES, ...MANIFEST, 'tsconfig.json')
    copyLauncher()
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    expect(npx('--version')).toEqual({ status: 0, stdout: '0.1.0\n', stderr: '' })
    expect(existsSync(join(folder, 'dist/cli.js'))).toBe(true)
  })

  it('runs from dist/ alone, with what it needs to run', () => {
    copy('dist', ...MANIFEST)
    linkDependencies(folder)
    const made = npx('owner', 'create', '--email', 'anna@example.com', '--json')
    expect(made).toMatchObject({ status: 0, stderr: '' })
    const { stdout } = npx('org', 'list', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ organizations: [{ name: 'anna@example.com' }] })
    expect(existsSync(join(folder, 'data/citable.db'))).toBe(true)
    expect(npx('key', 'revoke', 'key_x').status).toBe(1)
  })

  it('says in one line what to do where nothing is built, and cannot be', () => {
    copy(...MANIFEST)
    copyLauncher()
    expect(npx('--version')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'There is no dist/cli.js: build it where the sources are, with npm ci && npm run build\n',
    })
  })

  it('is a file that can be run, and that every build makes', () => {
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      bin: { citable: string }
    }
    const file = join(ROOT, bin.citable)
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(join(ROOT, LAUNCHER), 'utf8'))
    expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    expect(statSync(file).mode & 0o111).toBe(0o111)
  })
})

describe('the .env beside package.json', () => {
  it('is read by commands and by the server, wherever they are started', () => {
    copy('dist', ...MANIFEST)
    linkDependencies(folder)
    const { ENV_FILE: _, ...plain } = childEnvironment()
    const run = (script: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
      spawnSync(process.execPath, [join(folder, 'dist', script), ...args], {
        cwd: tmpdir(),
        env: { ...plain, ...env },
        encoding: 'utf8',
      })
    writeFileSync(join(folder, '.env'), 'DATABASE_URL=sqlite:./own/own.db\nPORT=none\n')
    expect(run('cli.js', ['migrate'], { PORT: '0' }).status).toBe(0)
    expect(existsSync(join(folder, 'own/own.db'))).toBe(true)
    const other = { PORT: '0', DATABASE_URL: 'sqlite:./other.db' }
    expect(run('cli.js', ['migrate'], other).status).toBe(0)
    expect(existsSync(join(folder, 'other.db'))).toBe(true)
    expect(run('main.js', []).stderr).toBe(
      'Bad environment: PORT must be a whole number from 0 to 65535\n',
    )
  })
})
