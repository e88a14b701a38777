import { fileURLToPath } from 'node:url'
import { fixBytes, readFixedFile } from '../lib/packing/fixed-bytes.ts'

let file: Promise<Buffer> | undefined

/** Reads the widget: one classic script, which a site's tag loads. */
export const widgetScript = async (): Promise<string> => (await readWidgetFile()).toString('utf8')

/** Reads the widget as it is sent. */
export function readWidgetFile(): Promise<Buffer> {
  file ??= isBundled
    ? readFixedFile(fileURLToPath(new URL('widget.js', import.meta.url)))
    : fromSource()
  return file
}

/** True in the bundle, which has the script next to it; the sources make the script when it is first read. */
const isBundled = !import.meta.url.endsWith('/widget-script.ts')

async function fromSource(): Promise<Buffer> {
  // The bundler does not follow an address, so that it stays out of the bundle itself.
  const builder = new URL('build-widget.js', import.meta.url)
  // @NOTE neither does TypeScript.
  const { buildWidget } = (await import(builder.href)) as { buildWidget: () => Promise<string> }
  const bytes = Buffer.from(await buildWidget())
  fixBytes(bytes)
  return bytes
}
