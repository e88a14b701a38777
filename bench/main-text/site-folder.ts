import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod/v4'
import { freePort } from '../harness/free-port.ts'

const Sites = z.record(
  z.string(),
  z.object({ about: z.string(), hosts: z.tuple([z.string()], z.string()) }),
)

/** A folder of real sites as they were published: `sites.json`, and `serve.mjs`, which serves one of them. */
export interface SiteFolder {
  folder: string
  sites: readonly PublishedSite[]
}

export interface PublishedSite {
  name: string
  /** The public repository that it was made from, as `owner/name`. */
  source: string
  /** The host that it was published under. */
  host: string
}

/** Reads what a folder has; undefined where it is absent. */
export function readSiteFolder(folder: string | undefined): SiteFolder | undefined {
  if (folder === undefined || !existsSync(join(folder, 'sites.json'))) return undefined
  const sites = Sites.parse(JSON.parse(readFileSync(join(folder, 'sites.json'), 'utf8')))
  return {
    folder,
    sites: Object.entries(sites).map(([name, { about, hosts }]) => ({
      name,
      host: hosts[0],
      source: about.split(';').at(-1)?.trim() ?? name,
    })),
  }
}

export interface ServedSite extends AsyncDisposable {
  /** The address of its first page. */
  url: string
}

/** Serves a site on a free port of the loopback address; its files are unpacked below `directory`. */
export async function serveSite(
  { folder }: SiteFolder,
  name: string,
  directory: string,
): Promise<ServedSite> {
  const args = [join(folder, 'serve.mjs'), name, '--port', String(await freePort())]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TMPDIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = (): void => void child.kill()
  process.once('exit', end)
  return {
    url: await firstUrl(child, name),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', end)
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function firstUrl(child: ChildProcess, name: string): Promise<string> {
  if (child.stdout === null) throw new Error('The site has no output')
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\S+/.exec(line)?.[0]
    if (url !== undefined) return url
  }
  throw new Error(`${name} was not served`)
}
