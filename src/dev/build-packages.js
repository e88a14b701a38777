import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * What is published to npm. `source` has an `index.ts` with the public names and a `tsconfig.json` of its own; `extras`
 * are files and folders of it, and what they are called in the package.
 */
const PACKAGES = [
  {
    folder: 'ask-ai',
    source: 'src/protocol',
    manifest: {
      name: '@citable/ask-ai',
      description: 'Ask AI Protocol 1.0: render, link, verify and lint prompts, evaluate policies',
      keywords: ['ask-ai', 'prompt', 'citation', 'ai', 'policy', 'lint'],
      license: 'MIT AND CC0-1.0',
      exports: {
        '.': { types: './index.d.ts', default: './index.js' },
        './data/*.json': './data/*.json',
        './schemas/1.0/*.json': './schemas/1.0/*.json',
        './vectors/*.json': './vectors/*.json',
        './package.json': './package.json',
      },
    },
    extras: {
      'README.md': 'README.md',
      data: 'data',
      'spec/SPEC.md': 'SPEC.md',
      'spec/CHANGELOG.md': 'CHANGELOG.md',
      'spec/schemas': 'schemas',
      'spec/vectors': 'vectors',
    },
  },
]

/** Makes the packages in a folder, each unpacked and as the file that npm publishes. */
async function buildPackages(folder) {
  rmSync(folder, { recursive: true, force: true })
  const made = []
  for (const one of PACKAGES) {
    const target = join(folder, one.folder)
    mkdirSync(target, { recursive: true })
    await bundle(one, target)
    declareTypes(one, target)
    for (const [from, to] of Object.entries(one.extras)) {
      cpSync(join(root, one.source, from), join(target, to), { recursive: true })
    }
    cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
    writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifestOf(one), null, 2)}\n`)
    made.push(pack(target, folder))
  }
  return made
}

const manifestOf = ({ manifest }) => ({
  ...manifest,
  version,
  type: 'module',
  sideEffects: false,
  engines,
})

/** One readable module; data files become a part of it, so that no loader needs to know JSON. */
async function bundle({ source }, target) {
  await build({
    absWorkingDir: root,
    entryPoints: [join(source, 'index.ts')],
    outfile: join(target, 'index.js'),
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    format: 'esm',
    charset: 'utf8',
    logLevel: 'warning',
  })
}

function declareTypes({ source }, target) {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  )
  const folder = join(root, source)
  const places = ['--project', folder, '--rootDir', folder, '--outDir', target]
  const output = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly']
  execFileSync(process.execPath, [compiler, ...places, ...output])
  for (const entry of readdirSync(target, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue
    const file = join(entry.parentPath, entry.name)
    writeFileSync(file, portable(readFileSync(file, 'utf8'), join(folder, relative(target, file))))
  }
}

/**
 * Declarations keep the `.ts` of imports, which only the sources have, and import data files, which a project takes by
 * settings of its own alone; so the type of the data stands in their place.
 */
const portable = (text, source) =>
  text
    .replace(/(from '|import\(["'])(\.[^'"]+)\.ts(?=['"])/g, '$1$2.js')
    .replace(/^import (\w+) from '(\.[^']+\.json)'.*$/gm, (_, name, path) => {
      const data = JSON.parse(readFileSync(join(dirname(source), path), 'utf8'))
      return `declare const ${name}: ${typeOf(data)};`
    })

function typeOf(value) {
  if (Array.isArray(value)) return 'readonly unknown[]'
  if (typeof value !== 'object' || value === null) return typeof value
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${typeOf(one)}`,
  )
  return `{ ${members.join('; ')} }`
}

/** Runs npm's own packing and gives the file's path. */
function pack(target, folder) {
  const answer = execFileSync('npm', ['pack', target, '--pack-destination', folder, '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(answer)
  return join(folder, filename)
}

const made = await buildPackages(process.argv[2] ?? join(root, 'dist/packages'))
process.stdout.write(`${made.join('\n')}\n`)
