import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const folder = import.meta.dirname
const FILES = '/app/files/'
const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'))

/**
 * Builds the dashboard: `dashboard.html`, and the files that it loads, each named by a hash of its content. The code
 * that all pages need is loaded first; each page is a file of its own.
 */
export async function buildApp() {
  const { outputFiles, metafile, warnings } = await build({
    absWorkingDir: folder,
    entryPoints: ['main.tsx', 'styles/app.css'],
    outdir: folder,
    entryNames: 'dashboard-[name]-[hash]',
    chunkNames: 'dashboard-[name]-[hash]',
    write: false,
    bundle: true,
    minify: true,
    splitting: true,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    // These browsers have had `light-dark()` and `popover` for two years.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: {
      APP_VERSION: JSON.stringify(version),
      REQUIRED_ROLES: JSON.stringify(requiredRoles()),
    },
    tsconfigRaw: {},
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  })
  if (warnings.length > 0) throw new Error('The sources of the page have mistakes')
  const files = outputFiles.map(({ path, contents }) => ({ path: basename(path), contents }))
  const { main, style, first } = firstFiles(metafile)
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('> <', '><')
    .replace('<link rel="stylesheet" />', () => `<link rel="stylesheet" href="${FILES}${style}">`)
    .replace(
      '<script type="module"></script>',
      () =>
        first.map((name) => `<link rel="modulepreload" href="${FILES}${name}">`).join('') +
        `<script type="module" src="${FILES}${main}"></script>`,
    )
  return [...files, { path: 'dashboard.html', contents: Buffer.from(page) }]
}

/**
 * Returns the role that each route needs, by its method and template. Routes that the smallest role may call are left
 * out.
 */
function requiredRoles() {
  const { paths } = JSON.parse(readFileSync(join(folder, '../../docs/openapi.json'), 'utf8'))
  return Object.fromEntries(
    Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods)
        .filter(([, { 'x-required-role': role }]) => role && role !== 'viewer')
        .map(([method, operation]) => [
          `${method.toUpperCase()} ${template}`,
          operation['x-required-role'],
        ]),
    ),
  )
}

/**
 * Returns the names of the script and the style that the page begins with, and of the files that the script imports at
 * once.
 */
function firstFiles({ outputs }) {
  const entries = Object.entries(outputs)
  const [main, { imports }] = entries.find(([, { entryPoint }]) => entryPoint === 'main.tsx')
  const [style] = entries.find(([, { entryPoint }]) => entryPoint === 'styles/app.css')
  const first = imports.filter(({ kind }) => kind === 'import-statement')
  return {
    main: basename(main),
    style: basename(style),
    first: first.map(({ path }) => basename(path)),
  }
}
