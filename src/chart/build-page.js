import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const folder = join(import.meta.dirname, 'browser')

/** Builds the app as one page of HTML that loads nothing else. */
export async function buildChartPage() {
  const { outputFiles, warnings } = await build({
    absWorkingDir: folder,
    entryPoints: ['main.ts', 'style.css'],
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    platform: 'browser',
    // The browsers that hosts run in have had these features for two years; for older ones, `light-dark()` would be
    // written out.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // The types of the browser are for the checker alone.
    tsconfigRaw: {},
    format: 'iife',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  })
  if (warnings.length > 0) throw new Error('The sources of the chart have mistakes')
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim()
  const page = readFileSync(join(folder, 'page.html'), 'utf8')
  return page
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('> <', '><')
    .replace('<style></style>', () => `<style>${textOf('.css')}</style>`)
    .replace('<script></script>', () => `<script>${textOf('.js')}</script>`)
}
