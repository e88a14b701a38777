import { isLoopbackHost } from '../../lib/web/is-loopback-host.ts'
import type { Config } from '../../server/config.ts'
import type { UnknownSetting } from '../../server/unknown-settings.ts'
import { isLoopbackAddress } from '../../server/watch-settings.ts'
import { verdictsOf, type Finding } from './finding.ts'

const { ok, warning } = verdictsOf('configuration')

/** Reports settings that are legal, but may not be what the operator meant. */
export function checkSettings(config: Config, unknown: readonly UnknownSetting[]): Finding[] {
  const found = [
    ...unknown.map(unknownFinding),
    ...publicUrlFindings(config),
    ...openFindings(config),
  ]
  return found.length === 0 ? [ok('Every setting can be read.')] : found
}

const unknownFinding = ({ name, meant, file }: UnknownSetting): Finding =>
  warning(
    `${name} is no setting, so what ${file ?? 'the environment'} says there is passed over.`,
    meant === undefined
      ? 'Take it out; docs/reference.md has every setting.'
      : `Write ${meant}, if that is meant.`,
  )

function publicUrlFindings({ publicUrl, host, trustProxy }: Config): Finding[] {
  if (publicUrl === undefined) {
    return warnIf(
      !isLoopbackAddress(host),
      'PUBLIC_URL is not set, and others can reach this server.',
      'Set PUBLIC_URL to the address that clients use.',
    )
  }
  const url = new URL(publicUrl)
  return [
    ...warnIf(
      url.protocol === 'http:' && !isLoopbackHost(url.hostname),
      'PUBLIC_URL is http, so keys and sessions cross the network in the clear.',
      'Put a proxy with TLS in front, and set PUBLIC_URL to its https address.',
    ),
    ...warnIf(
      url.pathname !== '/' || url.search + url.hash !== '',
      'PUBLIC_URL has a path, below which this server answers nothing by itself.',
      'Set PUBLIC_URL to a host alone, or have the proxy take the path away.',
    ),
    ...warnIf(
      url.protocol === 'https:' && trustProxy === '',
      'TRUST_PROXY is not set behind an https PUBLIC_URL, so all readers share the address of the proxy.',
      'Set TRUST_PROXY to the number of proxies, or their addresses.',
    ),
  ]
}

const openFindings = ({ allowPrivateNetworks }: Config): Finding[] =>
  warnIf(
    allowPrivateNetworks !== '',
    'ALLOW_PRIVATE_NETWORKS lets scans reach addresses of private networks.',
    'Leave it out unless this is a trial.',
  )

const warnIf = (isSo: boolean, says: string, advice: string): Finding[] =>
  isSo ? [warning(says, advice)] : []
