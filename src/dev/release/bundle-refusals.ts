import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readJson, readText } from './project-files.ts'

/** npm packs these besides dist/, even where package.json does not list them. */
const ALWAYS_PACKED = new Set(['package.json', 'README.md', 'LICENSE'])

/** Finds imports in the form that esbuild writes when it minifies. */
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g

/**
 * Lists the files that the last build made and that are missing, and the files that would be published but are not the
 * product.
 */
export function bundleRefusals(root: string): string[] {
  if (!existsSync(join(root, 'dist/.built.json'))) return ['dist/ is not built: run npm run build']
  // @NOTE the build writes this list.
  const names = readJson(root, 'dist/.built.json') as string[]
  const missing = names.filter((name) => !existsSync(join(root, 'dist', name)))
  const broken = names
    .filter((name) => name.endsWith('.js') && !missing.includes(name))
    .flatMap((name) => lostImports(root, name))
  return [
    ...missing.map((name) => `dist/${name} is missing: run npm run build`),
    ...broken,
    ...packed(root)
      .filter((path) => !path.startsWith('dist/') && !ALWAYS_PACKED.has(path))
      .map((path) => `npm pack would publish ${path}: package.json must list dist alone in files`),
  ]
}

const lostImports = (root: string, name: string): string[] =>
  [...readText(root, `dist/${name}`).matchAll(IMPORT)]
    .map(([, path = '']) => posix.join('dist', path))
    // The launcher looks for the sources itself, and does without them.
    .filter((path) => path.startsWith('dist/') && !existsSync(join(root, path)))
    .map((path) => `dist/${name} needs ${path}, which is missing: run npm run build`)

function packed(root: string): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error']
  const { status, stdout, stderr, error } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`, { cause: error })
  // @NOTE npm's own format, of which one field is read.
  const [pack] = JSON.parse(stdout) as { files: { path: string }[] }[]
  return pack?.files.map(({ path }) => path) ?? []
}
