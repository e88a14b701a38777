import type { Config } from '../server/config.ts'

/** Where a server on this data is reached, for the addresses that are told. */
export function serverUrl({ publicUrl, host, port }: Config): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = host.includes(':') ? `[${host}]` : host
  return publicUrl ?? `http://${isEverywhere ? '127.0.0.1' : name}:${port}`
}
