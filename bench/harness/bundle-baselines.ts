import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

const SOURCES = {
  bare: new URL('../servers/bare.ts', import.meta.url),
  bareFile: new URL('../servers/bare-file.ts', import.meta.url),
  bareExpress: new URL('../servers/bare-express.ts', import.meta.url),
  freshSchemas: new URL('../servers/sdk-fresh-schemas.ts', import.meta.url),
  moduleSchemas: new URL('../servers/sdk-module-schemas.ts', import.meta.url),
  manyPages: new URL('../servers/many-pages.ts', import.meta.url),
  bareReader: new URL('../servers/bare-reader.ts', import.meta.url),
  bareSender: new URL('../servers/bare-sender.ts', import.meta.url),
  rulesAlone: new URL('../product/measure-rules.ts', import.meta.url),
  protocolAlone: new URL('../product/measure-protocol.ts', import.meta.url),
}

/** Paths of the baselines as plain JavaScript, packages left to `node_modules`. */
export type Baselines = Record<keyof typeof SOURCES, string>

export async function bundleBaselines(directory: string): Promise<Baselines> {
  await symlink(join(REPOSITORY, 'node_modules'), join(directory, 'node_modules'), 'junction')
  await build({
    entryPoints: Object.entries(SOURCES).map(([out, source]) => ({
      in: fileURLToPath(source),
      out,
    })),
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  })
  return {
    bare: join(directory, 'bare.mjs'),
    bareFile: join(directory, 'bareFile.mjs'),
    bareExpress: join(directory, 'bareExpress.mjs'),
    freshSchemas: join(directory, 'freshSchemas.mjs'),
    moduleSchemas: join(directory, 'moduleSchemas.mjs'),
    manyPages: join(directory, 'manyPages.mjs'),
    bareReader: join(directory, 'bareReader.mjs'),
    bareSender: join(directory, 'bareSender.mjs'),
    rulesAlone: join(directory, 'rulesAlone.mjs'),
    protocolAlone: join(directory, 'protocolAlone.mjs'),
  }
}
