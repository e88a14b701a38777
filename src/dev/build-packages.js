import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { widgetDefinitions } from '../widget/build-widget.js'

const root = join(import.meta.dirname, '../..')
const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * The packages that are published to npm. `source` has an `index.ts` with the public names and a `tsconfig.json` of its
 * own, whose `rootDir` is `typesRoot`; `extras` are files and folders of it, with their names in the package.
 */
const PACKAGES = [
  {
    folder: 'ask-ai',
    source: 'src/protocol',
    typesRoot: 'src/protocol',
    bundling: () => ({}),
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
  {
    folder: 'ask-ai-widget',
    source: 'src/widget/package',
    typesRoot: 'src',
    bundling: widgetBundling,
    manifest: {
      name: '@citable/ask-ai-widget',
      description: 'The element <ask-ai>, and links to assistants for pages without JavaScript',
      keywords: ['ask-ai', 'widget', 'custom-element', 'prompt', 'citation'],
      license: 'MIT',
      // The element defines itself.
      sideEffects: ['./parts/*'],
      exports: {
        '.': { types: './index.d.ts', default: './index.js' },
        './package.json': './package.json',
      },
      // Of the same version, as both are published together.
      dependencies: { '@citable/ask-ai': version },
    },
    extras: { 'README.md': 'README.md' },
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
  sideEffects: false,
  ...manifest,
  version,
  type: 'module',
  engines,
})

/** Makes one readable module; data files become a part of it, so that no loader needs to know JSON. */
async function bundle({ source, bundling }, target) {
  await build({
    absWorkingDir: root,
    entryPoints: [join(source, 'index.ts')],
    outdir: target,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    // The types of the browser are for the checker alone.
    tsconfigRaw: {},
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    format: 'esm',
    charset: 'utf8',
    logLevel: 'warning',
    ...(await bundling()),
  })
}

/** The element is a part of its own, which servers never load, and the protocol is its package. */
async function widgetBundling() {
  const places = {
    name: 'places',
    setup({ onResolve }) {
      onResolve({ filter: /\/protocol\/index\.ts$/ }, () => ({
        path: '@citable/ask-ai',
        external: true,
      }))
      // The settings of the tag do not come from `document.currentScript`, which modules do not have.
      onResolve({ filter: /^\.\/tag\.ts$/ }, () => ({
        path: join(root, 'src/widget/package/tag.ts'),
      }))
    },
  }
  return { define: await widgetDefinitions(), plugins: [places] }
}

function declareTypes({ source, typesRoot }, target) {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  )
  const folder = join(root, source)
  // The compiler writes the package's own types, and next to them those of the sources that it is bundled from.
  const all = join(target, '.types')
  const places = ['--project', folder, '--rootDir', join(root, typesRoot), '--outDir', all]
  const output = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly']
  execFileSync(process.execPath, [compiler, ...places, ...output])
  const own = join(all, relative(typesRoot, source))
  for (const entry of readdirSync(own, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(own, file)
    const text = portable(readFileSync(file, 'utf8'), join(folder, path))
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), text)
  }
  rmSync(all, { recursive: true })
}

/**
 * Makes declarations portable. They keep the `.ts` of imports, which only the sources have, and they import data files,
 * which a project takes only by settings of its own; so the type of the data replaces each such import.
 */
const portable = (text, source) =>
  text
    .replace(/(from '|import\(["'])[./]+\/protocol\/index\.ts(?=['"])/g, '$1@citable/ask-ai')
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

/** Runs npm's own packing and returns the file's path. */
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
