import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppFiles } from '../kernel/ports/app-files.ts'
import { fixBytes, readFixedFile } from '../lib/packing/fixed-bytes.ts'

const PAGE = 'dashboard.html'
const NAME = /^dashboard-[\w-]+\.(?:js|css)$/

/**
 * Reads the page for people with its files. The bundle has the files next to it; from sources they are made when they
 * are first read.
 */
export async function readAppFiles(): Promise<AppFiles> {
  const files = new Map(await (isBundled ? fromBundle() : fromSource()))
  const index = files.get(PAGE)
  if (!index) throw new Error(`${PAGE} is missing: build the service again`)
  files.delete(PAGE)
  return { index, files }
}

type NamedFile = [name: string, bytes: Buffer]

const isBundled = !import.meta.url.endsWith('/app-files.ts')

async function fromBundle(): Promise<NamedFile[]> {
  const folder = dirname(fileURLToPath(import.meta.url))
  const names = (await readdir(folder)).filter((name) => name === PAGE || NAME.test(name))
  return Promise.all(
    names.map(async (name): Promise<NamedFile> => [name, await readFixedFile(join(folder, name))]),
  )
}

async function fromSource(): Promise<NamedFile[]> {
  // The bundler does not follow an address, so that it stays out of the bundle itself.
  const builder = new URL('../dashboard/build-app.js', import.meta.url)
  // @NOTE neither does TypeScript.
  const { buildApp } = (await import(builder.href)) as {
    buildApp: () => Promise<{ path: string; contents: Uint8Array }[]>
  }
  return (await buildApp()).map(({ path, contents }): NamedFile => {
    const bytes = Buffer.from(contents)
    fixBytes(bytes)
    return [path, bytes]
  })
}
