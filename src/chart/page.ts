import { readFile } from 'node:fs/promises'

let page: Promise<string> | undefined

/** Reads the page of the app that draws answers in assistants: one file that loads nothing else. */
export function chartPage(): Promise<string> {
  page ??= isBundled ? readFile(new URL('chart.html', import.meta.url), 'utf8') : fromSource()
  return page
}

/** True in the bundle, which has the page next to it; the sources make the page when it is first read. */
const isBundled = !import.meta.url.endsWith('/page.ts')

async function fromSource(): Promise<string> {
  // The bundler does not follow an address, so that it stays out of the bundle itself.
  const builder = new URL('build-page.js', import.meta.url)
  // @NOTE neither does TypeScript.
  const { buildChartPage } = (await import(builder.href)) as {
    buildChartPage: () => Promise<string>
  }
  return buildChartPage()
}
