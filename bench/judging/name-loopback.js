/**
 * Makes a name lead to this machine, in a process that loads this file first: the process then meets a site under a
 * host of the site's own.
 */
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'

const { lookup } = dns
const name = process.env.BENCH_LOOPBACK_NAME

dns.lookup = async (hostname, options) =>
  hostname === name ? [{ address: '127.0.0.1', family: 4 }] : lookup(hostname, options)
syncBuiltinESMExports()
