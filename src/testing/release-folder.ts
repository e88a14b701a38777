import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const COPIED = [
  '.ci',
  '.dockerignore',
  '.github',
  '.gitignore',
  '.npmrc',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'compose.yaml',
  'docs/openapi.json',
  'docs/ask-ai-protocol.md',
  'docs/reference.md',
  'docs/webhook-events.md',
  'examples/clients',
  'examples/webhooks',
  '.mcp.json',
  'package-lock.json',
  'package.json',
  'renovate.json',
  'server.json',
  'tsconfig.json',
]

/** Files in place of the sources and of what must not be published; the check only needs them to exist. */
const STUBS = ['.env', 'data/citable.db', 'db/a.ts', 'examples/a.ts', 'src/a.ts', 'tools/a.ts']

const BUNDLE = { 'main.js': 'import"./chunk-A.js";', 'chunk-A.js': '', 'openapi.json': '{}' }

/** A folder that may be released: what the check reads of this repository, a changelog that is done, and a small bundle. */
export class ReleaseFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'citable-release-'))
  readonly version: string

  constructor() {
    for (const name of COPIED) {
      cpSync(join(ROOT, name), join(this.path, name), { recursive: true })
    }
    const manifest = JSON.parse(this.read('package.json')) as { version: string }
    this.version = manifest.version
    for (const name of STUBS) this.write(name, '')
    for (const [name, text] of Object.entries(BUNDLE)) this.write(`dist/${name}`, text)
    this.write('dist/.built.json', JSON.stringify(Object.keys(BUNDLE)))
    this.write(
      'CHANGELOG.md',
      `# Changelog\n\n## Unreleased\n\n## ${this.version} - 2026-01-31\n\n- What is new.\n`,
    )
  }

  read(path: string): string {
    return readFileSync(join(this.path, path), 'utf8')
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true })
    writeFileSync(join(this.path, path), text)
  }

  /** Throws where the file does not say what is to be replaced. */
  replace(path: string, before: string, after: string): void {
    const text = this.read(path)
    if (!text.includes(before)) throw new Error(`${path} does not say ${before}`)
    this.write(path, text.replaceAll(before, after))
  }

  /** Makes a repository of the folder, in which everything is committed. */
  commit(): void {
    this.git('init', '--quiet')
    this.git('add', '--all')
    this.git('commit', '--quiet', '--message', 'a release')
  }

  git(...args: string[]): void {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
    const { status, stderr } = spawnSync('git', [...identity, ...args], {
      cwd: this.path,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}
