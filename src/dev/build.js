import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import { buildChartPage } from '../chart/build-page.js'
import { buildApp } from '../dashboard/build-app.js'
import { buildWidget } from '../widget/build-widget.js'
import { joinStart } from './join-start.js'

const root = join(import.meta.dirname, '../..')

/**
 * The files that a process or a thread starts with; imports pull in everything else. Each group is bundled by itself:
 * the code that groups share would be split into many small files, and a start would read half as many files again.
 */
const OF_SERVER = [
  { main: 'src/server/main.ts' },
  { server: 'src/server/run-server.ts' },
  { 'read-worker': 'db/sqlite/read-worker.ts' },
  { 'check-worker': 'db/sqlite/check-worker.ts' },
  { 'send-worker': 'src/features/webhooks/delivery/send-worker.ts' },
  { tasks: 'src/server/tasks.ts' },
]
const OF_COMMANDS = [
  { cli: 'src/cli/main.ts', 'with-services': 'src/cli/with-services.ts' },
  { demo: 'examples/demo.ts' },
]
const ENTRIES = Object.assign({}, ...OF_SERVER, ...OF_COMMANDS)

/**
 * Bundles the service into a folder, by default dist/, with lazily loaded parts as chunks of their own. Native modules stay
 * outside: with them in `node_modules`, the folder runs without the sources.
 */
export async function buildBundle(folder = join(root, 'dist')) {
  const startedAt = fileSystemTime(folder)
  const [server, commands] = await Promise.all([
    bundleAll(OF_SERVER, folder),
    bundleAll(OF_COMMANDS, folder),
  ])
  const chart = { path: 'chart.html', contents: await buildChartPage() }
  const widget = { path: 'widget.js', contents: await buildWidget() }
  const sent = [...served(), widget, ...(await buildApp())]
  const read = [...data(), chart, ...sent, ...(await packedForms(sent)), ...server]
  const list = { path: SERVER_FILES, contents: JSON.stringify(read.map(nameOf)) }
  replaceFiles(folder, [list, launcher(), ...read, ...commands], startedAt)
}

/** The list of the files that a server reads, which it links to a copy of its own when it starts. */
const SERVER_FILES = 'server-files.json'

const nameOf = ({ path }) => basename(path)

async function bundleAll(groups, folder) {
  const bundles = await Promise.all(groups.map((entries) => bundle(entries, folder)))
  return bundles.flat()
}

/**
 * The modules that a process of a group reads first, and those that it reads next. A server first reads all that it
 * imports before it serves, and right after that the code that answers. The command line first reads its table of
 * commands, and then the services that most of them work on.
 */
const STARTS = {
  server: ['src/server/run-server.ts', 'src/server/dispatcher.ts'],
  cli: ['src/cli/main.ts', 'src/cli/with-services.ts'],
}

const BUNDLED = {
  absWorkingDir: root,
  write: false,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  // Names stay: logs and stacks show them, and keepNames wraps every function that is made, which costs scans 4 %.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: false,
  logLevel: 'warning',
}

async function bundle(entryPoints, outdir) {
  const [entry] = Object.keys(entryPoints)
  const heads = STARTS[entry]
  const result = await build({
    ...BUNDLED,
    entryPoints,
    outdir,
    splitting: true,
    metafile: true,
    // Groups have files of the same names, which are joined in another way or not at all.
    chunkNames: heads ? `${entry}-[name]-[hash]` : '[name]-[hash]',
    plugins: 'main' in entryPoints ? [SERVER_OUTSIDE] : [],
    external: ['@node-rs/argon2', 'piscina', 'crawler-user-agents', '@modelcontextprotocol/client'],
    // Some dependencies are CommonJS and call require.
    banner: {
      js: "import { createRequire as citableRequire } from 'node:module'; const require = citableRequire(import.meta.url);",
    },
  })
  return heads
    ? joinStart(result, { entry: `${entry}.js`, heads, options: BUNDLED })
    : result.outputFiles
}

/** The main file runs from the installation, and the server from the copy: they share nothing. */
const SERVER_OUTSIDE = {
  name: 'server-outside',
  setup({ onResolve }) {
    onResolve({ filter: /\/run-server\.ts$/ }, () => ({ path: './server.js', external: true }))
  },
}

/** Reads the clock that dates the sources; that of this process may be another one. */
function fileSystemTime(folder) {
  mkdirSync(folder, { recursive: true })
  const mark = join(folder, `.${process.pid}-started`)
  writeFileSync(mark, '')
  const { mtime } = statSync(mark)
  rmSync(mark)
  return mtime
}

/** npm starts the service with this file. */
const launcher = () => ({
  path: 'citable.js',
  contents: readFileSync(join(root, 'src/dev/launcher.js')),
  mode: 0o755,
})

/** The copy of a server has no package.json above it; Node reads every file twice where none says what files are. */
const MANIFEST = { path: 'package.json', contents: '{ "type": "module" }\n' }

/** The files that the service reads besides its code, so that `dist/` is complete. */
const data = () => [
  MANIFEST,
  ...referenceLicense(),
  ...commonWords(),
  ...licenseOfMarks(),
  ...protocolDocuments(),
]

/** The files that are sent as they are. */
const served = () => [
  { path: 'openapi.json', contents: readFileSync(join(root, 'docs/openapi.json')) },
  ...reference(),
]

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** The best brotli takes seconds for a megabyte. */
const brotliFor = ({ length }) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: length > 100_000 ? 9 : 11 },
})

/** The packed forms of files, which a server finds by these names. */
async function packedForms(files) {
  const packed = files.map(async ({ path, contents }) => [
    { path: `${path}.br`, contents: await packBrotli(contents, brotliFor(contents)) },
    { path: `${path}.gz`, contents: await packGzip(contents, { level: 9 }) },
  ])
  return (await Promise.all(packed)).flat()
}

const fromReference = (name) => {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return readFileSync(join(folder, name), 'utf8')
}

/** The page of the API loads these. */
const reference = () =>
  ['swagger-ui-bundle.js', 'swagger-ui.css'].map((path) => ({
    path,
    contents: withoutMap(fromReference(path)),
  }))

/** Joins the licenses of the two files, which ask to be passed on with them. */
function referenceLicense() {
  const licenses = ['NOTICE', 'LICENSE', 'swagger-ui-bundle.js.LICENSE.txt'].map(fromReference)
  return [{ path: 'swagger-ui.LICENSE.txt', contents: licenses.join('\n') }]
}

/** Lists of words that a search reads when it first needs them, with the licenses that go with them. */
function commonWords() {
  const folder = join(root, 'src/lib/text/common-words')
  const lists = readdirSync(folder).filter((name) => /^words-\w+\.txt$/.test(name))
  return [...lists, 'words.LICENSE.txt'].map((name) => ({
    path: name,
    contents: readFileSync(join(folder, name), 'utf8'),
  }))
}

/** Marks of assistants travel in the configuration of the widget, and their license with the service. */
const licenseOfMarks = () => [
  {
    path: 'target-marks.LICENSE.txt',
    contents: readFileSync(join(root, 'src/domain/widget/target-marks.LICENSE.txt'), 'utf8'),
  },
]

/**
 * Lists the texts and data of the Ask AI Protocol, which the service serves. They lie next to the code, so their names
 * have their folders in them.
 */
function protocolDocuments() {
  const folders = ['spec', 'spec/schemas/1.0', 'spec/vectors', 'data']
  return folders.flatMap((folder) =>
    readdirSync(join(root, 'src/protocol', folder))
      .filter((name) => /\.(?:json|md)$/.test(name))
      .map((name) => ({
        path: `protocol-${folder.replaceAll('/', '-')}-${name}`,
        contents: readFileSync(join(root, 'src/protocol', folder, name)),
      })),
  )
}

/** Debuggers would ask the server for the map, which is larger than all else. */
const withoutMap = (text) => text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=.*\s*$/, '\n')

const isEntry = ({ path }) => basename(path, '.js') in ENTRIES

/**
 * Puts each file in place in one step, and those that start a process last, so that neither two builds at the same time
 * nor a process that starts during a build ever meet half a bundle.
 */
function replaceFiles(folder, files, builtAt) {
  for (const file of [...files.filter((f) => !isEntry(f)), ...files.filter(isEntry)]) {
    const draft = join(folder, `.${process.pid}-${basename(file.path)}`)
    writeFileSync(draft, file.contents)
    chmodSync(draft, file.mode ?? 0o644)
    // A source that changes while the bundle is made is newer than the bundle.
    utimesSync(draft, builtAt, builtAt)
    renameSync(draft, join(folder, basename(file.path)))
  }
  forgetOlder(folder, files.map(nameOf))
}

/**
 * Removes what neither this build nor the one before it made. A server that still runs the one before loads some of its
 * parts later, when they are first needed.
 */
function forgetOlder(folder, names) {
  const list = join(folder, '.built.json')
  const before = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const kept = new Set([...names, ...before])
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    // Folders hold the packages, which are built apart.
    const isOld = entry.isFile() && !kept.has(name) && !name.startsWith('.')
    if (isOld) rmSync(join(folder, name), { force: true })
  }
  writeFileSync(list, JSON.stringify(names))
}

if (process.argv[1] === import.meta.filename) await buildBundle()
