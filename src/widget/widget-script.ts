import { readFile } from 'node:fs/promises'

let script: Promise<string> | undefined

/** Reads the widget: one classic script, which a site's tag loads. */
export function widgetScript(): Promise<string> {
  script ??= isBundled ? readFile(new URL('widget.js', import.meta.url), 'utf8') : fromSource()
  return script
}

/** The bundle has the script beside it; from sources it is made when it is first read. */
const isBundled = !import.meta.url.endsWith('/widget-script.ts')

async function fromSource(): Promise<string> {
  // The bundler does not follow an address, so that it stays out of the bundle itself.
  const builder = new URL('build-widget.js', import.meta.url)
  // @NOTE neither does TypeScript.
  const { buildWidget } = (await import(builder.href)) as { buildWidget: () => Promise<string> }
  return buildWidget()
}
