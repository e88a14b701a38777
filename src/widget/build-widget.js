import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const folder = join(import.meta.dirname, 'browser')
const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
)

// Style sheets that a script makes need no newer browsers than these.
const target = 'es2022'

/** Builds the widget as one classic script that asks for its configuration and loads nothing else. */
export async function buildWidget() {
  return bundle('main.ts', { define: await widgetDefinitions() })
}

/** Returns the values that the bundler puts into the sources of the widget. */
export async function widgetDefinitions() {
  const style = shortened(await bundle('style.css', {}))
  return { STYLE: JSON.stringify(style), VERSION: JSON.stringify(version) }
}

/** Shortens the names and values of our own CSS properties, which the bundler leaves as they are. */
const shortened = (style) =>
  style.replace(/([(:,]) +| +(?=\))/g, '$1').replace(/--(?!ask-ai)(\w)\w*/g, '--$1')

async function bundle(entry, options) {
  const { outputFiles, warnings } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    write: false,
    bundle: true,
    minify: true,
    platform: 'browser',
    target,
    // The types of the browser are for the checker alone.
    tsconfigRaw: {},
    format: 'iife',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  })
  if (warnings.length > 0) throw new Error('The sources of the widget have mistakes')
  return outputFiles[0].text.trim()
}
