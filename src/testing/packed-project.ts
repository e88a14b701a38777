import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUILDER = fileURLToPath(new URL('../dev/build-packages.js', import.meta.url))

/** An empty project, far from the repository's own node_modules, with our packages as npm would publish them. */
export class PackedProject implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'citable-project-'))
  readonly #packages = mkdtempSync(join(tmpdir(), 'citable-packages-'))
  /** The packed files. */
  readonly packed: readonly string[]

  constructor() {
    this.packed = this.run(process.execPath, BUILDER, this.#packages).trim().split('\n')
    writeFileSync(join(this.folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    this.run('npm', 'install', '--offline', '--no-audit', '--no-fund', ...this.packed)
  }

  [Symbol.dispose](): void {
    for (const one of [this.folder, this.#packages]) rmSync(one, { recursive: true, force: true })
  }

  run(program: string, ...args: readonly string[]): string {
    const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe']
    return execFileSync(program, args, { cwd: this.folder, encoding: 'utf8', stdio })
  }

  /** Runs a module in plain node, in the project, and returns what it prints. */
  runModule(...lines: readonly string[]): string {
    writeFileSync(join(this.folder, 'try.mjs'), lines.join('\n'))
    return this.run(process.execPath, 'try.mjs')
  }

  /** Reads a file that a package was installed with. */
  installed(name: string, path: string): string {
    return readFileSync(join(this.folder, 'node_modules', name, path), 'utf8')
  }

  /** Returns the errors that a strict TypeScript project of the web reports for a module. */
  typeErrors(text: string, ...modules: readonly string[]): string {
    const compiler = join(
      dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin/tsc',
    )
    writeFileSync(join(this.folder, 'try.ts'), text)
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom']
    const checked = spawnSync(process.execPath, [compiler, ...options, ...modules, 'try.ts'], {
      cwd: this.folder,
      encoding: 'utf8',
    })
    return checked.stdout + checked.stderr
  }
}

/** The two ways in which projects look for types. */
export const MODULE_OPTIONS: readonly (readonly string[])[] = [
  ['--module', 'nodenext'],
  ['--module', 'esnext', '--moduleResolution', 'bundler'],
]
