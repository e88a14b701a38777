import { isPublicSuffix } from '../../lib/web/registrable-domain.ts'
import type { SourceCategory } from './answer-reading.ts'
import { findByHost } from '../../lib/web/find-by-host.ts'

type HostCategory = Exclude<SourceCategory, 'own' | 'competitor'>

// Sites that answers cite often, each with what it is for most of its pages. A host that is not here has no category
// rather than a guessed one. The list is our own, as of 2026-11-20.
const HOSTS: Readonly<Record<Exclude<HostCategory, 'gov_edu' | 'other'>, string>> = {
  ugc: `reddit.com quora.com stackoverflow.com stackexchange.com superuser.com serverfault.com news.ycombinator.com
    medium.com substack.com dev.to github.com gitlab.com facebook.com instagram.com x.com twitter.com linkedin.com threads.net
    bsky.app pinterest.com tumblr.com discord.com t.me gutefrage.net zhihu.com naver.com note.com qiita.com trustpilot.com
    tripadvisor.com yelp.com g2.com capterra.com producthunt.com goodreads.com wordpress.com blogspot.com`,
  news: `reuters.com apnews.com afp.com bbc.com bbc.co.uk cnn.com nytimes.com washingtonpost.com wsj.com ft.com bloomberg.com
    theguardian.com economist.com forbes.com cnbc.com businessinsider.com techcrunch.com theverge.com wired.com
    arstechnica.com zdnet.com cnet.com engadget.com usatoday.com npr.org aljazeera.com spiegel.de zeit.de faz.net
    sueddeutsche.de tagesschau.de heise.de golem.de welt.de handelsblatt.com derstandard.at nzz.ch lemonde.fr lefigaro.fr
    elpais.com elmundo.es repubblica.it corriere.it nos.nl nikkei.com asahi.com`,
  reference: `wikipedia.org wikidata.org wiktionary.org wikimedia.org britannica.com merriam-webster.com dictionary.com
    investopedia.com arxiv.org pubmed.ncbi.nlm.nih.gov doi.org jstor.org sciencedirect.com springer.com nature.com
    researchgate.net semanticscholar.org developer.mozilla.org w3.org ietf.org rfc-editor.org iso.org duden.de baike.baidu.com
    namu.wiki`,
  video: `youtube.com youtu.be vimeo.com tiktok.com twitch.tv dailymotion.com bilibili.com loom.com ted.com`,
  commerce: `amazon.com amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.ca amazon.co.jp amazon.in ebay.com ebay.de
    ebay.co.uk etsy.com walmart.com target.com bestbuy.com aliexpress.com alibaba.com otto.de zalando.de mediamarkt.de idealo.de
    geizhals.de apps.apple.com play.google.com shopping.google.com rakuten.co.jp mercadolibre.com booking.com airbnb.com
    expedia.com`,
}

const CATEGORY_BY_DOMAIN: ReadonlyMap<string, HostCategory> = new Map(
  Object.entries(HOSTS).flatMap(([category, hosts]) =>
    // @NOTE Object.entries forgets the type of keys.
    hosts.split(/\s+/).map((host): [string, HostCategory] => [host, category as HostCategory]),
  ),
)

/**
 * Matches hosts below suffixes that registries give to authorities and schools alone: at the top, or right below a
 * country.
 */
const RESERVED = /(?:^|\.)((?:gov|edu|mil)|(?:gov|edu|mil|ac|gob|gouv|gv|govt)\.[a-z]{2})$/
/** Further suffixes of authorities and schools, and hosts of authorities without a suffix of their own. */
const AUTHORITIES: ReadonlyMap<string, true> = new Map(
  `go.jp go.kr go.th go.id go.ke gc.ca canada.ca europa.eu bund.de admin.ch who.int un.org oecd.org worldbank.org`
    .split(' ')
    .map((host) => [host, true]),
)

/** Tells what kind of site a host is. The nearest entry of the lists wins over a suffix. */
export function categoryOfHost(host: string): HostCategory {
  const listed = findByHost(host, CATEGORY_BY_DOMAIN)
  if (listed) return listed
  if (findByHost(host, AUTHORITIES)) return 'gov_edu'
  const suffix = RESERVED.exec(host)?.[1]
  // Below a country without this suffix it is somebody's name.
  return suffix !== undefined && isPublicSuffix(suffix) ? 'gov_edu' : 'other'
}
