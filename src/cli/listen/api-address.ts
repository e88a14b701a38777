import { SURFACES } from '../../kernel/door/surface.ts'
import { isLoopbackHost } from '../../lib/web/is-loopback-host.ts'
import { parseWebUrl } from '../../lib/web/web-url.ts'
import { CliError } from '../cli-error.ts'

/** Reads the address of a server, and makes that of its API. Throws CliError for what is none. */
export function apiAddress(text: string): URL {
  const url = parseWebUrl(text)
  if (!url) {
    throw new CliError('--url must be an http or https address such as https://citable.example.com')
  }
  if (url.username + url.password + url.search + url.hash !== '') {
    throw new CliError('--url takes no user, query or fragment')
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    process.stderr.write(`What signs you in crosses the network unencrypted to ${url.origin}\n`)
  }
  return new URL(`${url.origin}${url.pathname.replace(/\/+$/, '')}${SURFACES.api.base}/`)
}
