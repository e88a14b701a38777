/** Has a name lead to this machine in the process that loads this first, which then meets a site under the host of its own. */
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'

const { lookup } = dns
const name = process.env.BENCH_LOOPBACK_NAME

dns.lookup = async (hostname, options) =>
  hostname === name ? [{ address: '127.0.0.1', family: 4 }] : lookup(hostname, options)
syncBuiltinESMExports()
