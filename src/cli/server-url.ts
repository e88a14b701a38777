import { isLoopbackHost } from '../lib/web/is-loopback-host.ts'
import { parseWebUrl } from '../lib/web/web-url.ts'
import type { Config } from '../server/config.ts'
import { CliError } from './cli-error.ts'

/** Returns the address of a server on this data, for addresses that are shown to people. */
export function serverUrl({ publicUrl, host, port }: Config): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const name = host.includes(':') ? `[${host}]` : host
  return publicUrl ?? `http://${isEverywhere ? '127.0.0.1' : name}:${port}`
}

/**
 * Reads the address of a server, and drops a slash at its end. Throws CliError for a text that is no address, and for
 * one with a user, query or fragment; `hint` ends that message. Prints a warning where `sent`, the name of a secret,
 * would go to that address unencrypted.
 */
export function readServerUrl(text: string, sent: string, hint = ''): string {
  const url = parseWebUrl(text)
  if (!url) {
    throw new CliError('--url must be an http or https address such as https://citable.example.com')
  }
  if (url.username + url.password + url.search + url.hash !== '') {
    throw new CliError(`--url takes no user, query or fragment${hint}`)
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    process.stderr.write(`${sent} crosses the network unencrypted to ${url.origin}\n`)
  }
  return url.href.replace(/\/+$/, '')
}
