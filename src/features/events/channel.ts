import type { Channel } from '../../domain/events/channels.ts'

// Channels have the names that web analytics use. Hosts are compared with their parents, so `www.google.de` needs
// `google` alone: engines and networks with a name under every country are matched by label.

const SEARCH = new Set([
  'google',
  'bing',
  'yahoo',
  'yandex',
  'baidu',
  'duckduckgo',
  'ecosia',
  'qwant',
  'startpage',
  'brave',
  'kagi',
  'naver',
  'seznam',
  'mojeek',
  'sogou',
  'swisscows',
  'ask',
  'aol',
])

const SOCIAL = new Set([
  'facebook',
  'instagram',
  'threads',
  'linkedin',
  'lnkd',
  'pinterest',
  'reddit',
  'tiktok',
  'twitter',
  'x',
  't',
  'youtube',
  'youtu',
  'bsky',
  'mastodon',
  'tumblr',
  'vk',
  'weibo',
  'quora',
  'snapchat',
  'whatsapp',
  'telegram',
  'discord',
  'ycombinator',
  'lobste',
])

const EMAIL_MEDIUMS = new Set(['email', 'e-mail', 'mail', 'newsletter'])
const PAID_MEDIUM = /^(?:cp[acmvl]|ppc|paid.*|ads?|display|banner|sponsored|retargeting)$/

interface Origin {
  isAi: boolean
  /** The host that the reader came from, without `www.`; null for the site's own host and where it is not known. */
  host: string | null
  isOwn: boolean
  medium: string | null
}

/**
 * Returns the channel of a visit: by the assistant that it came from, else by the medium in the address, else by the
 * host that the reader came from.
 */
export function channelOf({ isAi, host, isOwn, medium }: Origin): Channel {
  if (isAi) return 'ai'
  const named = medium?.trim().toLowerCase() ?? ''
  if (EMAIL_MEDIUMS.has(named)) return 'email'
  if (PAID_MEDIUM.test(named)) return 'paid'
  if (host === null) return isOwn ? 'internal' : 'direct'
  const name = ownName(host)
  if (SEARCH.has(name)) return 'search'
  return SOCIAL.has(name) ? 'social' : 'referral'
}

/** Returns the label of a host before its public suffix, such as `google` of `news.google.co.uk`. */
function ownName(host: string): string {
  const labels = host.split('.')
  const suffix = labels.length > 2 && /^(?:com?|org|net)$/.test(labels.at(-2) ?? '') ? 2 : 1
  return labels.at(-1 - suffix) ?? host
}
