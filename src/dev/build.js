import { rmSync } from 'node:fs'
import { build } from 'esbuild'

/** Files that a process starts with; everything else is pulled in by imports. */
const ENTRIES = {
  main: 'src/main.ts',
  cli: 'src/cli.ts',
  demo: 'examples/demo.ts',
  'read-worker': 'db/read-worker.ts',
}

/** Bundles the service into dist/, with lazily loaded parts as chunks of their own. Native modules stay outside. */
export async function buildBundle() {
  rmSync('dist', { recursive: true, force: true })
  await build({
    entryPoints: ENTRIES,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    minify: true,
    keepNames: true,
    sourcemap: false,
    external: [
      'better-sqlite3',
      '@node-rs/argon2',
      'crawler-user-agents',
      '@modelcontextprotocol/client',
    ],
    // Some dependencies are CommonJS and call require.
    banner: {
      js: "import { createRequire as citableRequire } from 'node:module'; const require = citableRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
}

if (process.argv[1] === import.meta.filename) await buildBundle()
