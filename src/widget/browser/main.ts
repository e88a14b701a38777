import { cleanQuestion } from './clean-question.ts'
import { draw } from './draw.ts'
import { hasLanded, send, type WidgetEvent } from './events.ts'
import { hrefOf } from './href.ts'
import { make } from './make.ts'
import { create, find, findAll, read } from './page.ts'
import { put } from './spot.ts'
import { dataset, src } from './tag.ts'
import { learnNames, whereabouts } from './whereabouts.ts'
import type { WidgetConfig } from './widget-config.ts'

const NAME = 'ask-ai'
/** The milliseconds that the widget is seen before an impression is reported. */
const MIN_VISIBLE_MS = 1_000

let config: WidgetConfig | undefined
let path: string | undefined
let referrer = ''
let address = read('referrer')
let isLanding = hasLanded
/** The configuration of the widget that the reader has seen. */
let seen: WidgetConfig | undefined
let timer = 0
/** The configuration that each element of the page shows. */
const shown = new WeakMap<Element, WidgetConfig>()
/** The element that this script has made, on a page that has none. */
let made: Element | undefined
let isOurs = false
let isInSight = false

const tell = (event: WidgetEvent): unknown => config && send(config, referrer, event)

/** Shows the widget in an element. Where the page has no widget, the children that the page gave the element stay. */
function show(host: Element): void {
  try {
    if (config?.mode === 'headless') {
      const detail = { config, clean: cleanQuestion, link: hrefOf, tell }
      host.dispatchEvent(new CustomEvent(NAME, { bubbles: true, detail }))
    } else if (config?.prompts.default[0]) {
      // An element that is only moved stays as it is.
      if (shown.get(host) !== config) observer.observe(draw(host, config, tell))
      shown.set(host, config)
      return
    }
  } catch {
    // A browser that is too old fails here: the page then is what it would be without the widget.
  }
  host.shadowRoot?.replaceChildren(make('slot', ''))
}

const observer = new IntersectionObserver(
  (entries) => {
    isInSight = entries.some(({ intersectionRatio }) => intersectionRatio >= 0.5)
    wait()
  },
  { threshold: 0.5 },
)

/**
 * Waits until the widget was seen for long enough to report an impression. A reader does not see a page in a hidden
 * tab, nor one that the browser loads ahead.
 */
function wait(): void {
  clearTimeout(timer)
  if (read('hidden') || !config) return
  if (isLanding) tell({ kind: 'referral' })
  isLanding = false
  if (seen === config || !isInSight) return
  timer = setTimeout(() => {
    seen = config
    tell({ kind: 'impression', visibleMs: MIN_VISIBLE_MS })
  }, MIN_VISIBLE_MS)
}

function settle(found?: WidgetConfig): void {
  config = found
  const hosts = [...findAll(NAME)]
  hosts.forEach(show)
  isOurs = hosts.every((host) => host === made)
  if (found && isOurs && !place(found)) say(`No element ${found.placement.selector}`)
  wait()
}

/** Puts the widget where the owner wants it; false on a page that has no such place. */
function place({ placement }: WidgetConfig): boolean {
  try {
    return put((made ??= create(NAME)), placement)
  } catch {
    // A selector that is not valid matches nothing.
    return false
  }
}

// oxlint-disable-next-line no-console
const say = (line: unknown): void => console.info(NAME, dataset['siteId'], line)

/** Puts the widget back where a framework has made its place again, or made it late. */
function keep(): void {
  if (config && isOurs && !find(NAME)) place(config)
}

/**
 * Asks the service for the configuration of a page. Throws where the service refuses, since the data of a refusal is
 * null.
 */
async function ask(page: string): Promise<WidgetConfig> {
  const route = `api/v1/sites/${dataset['siteId']}/config?path=${encodeURIComponent(page)}`
  const response = await fetch(new URL(route, src))
  // @NOTE the server's envelope.
  return ((await response.json()) as { data: WidgetConfig }).data
}

/** Shows the widget for the page that the reader is on, if that is another one than before. Never rejects. */
async function look(): Promise<void> {
  let page = whereabouts()
  if (page === path) keep()
  if (page === path || read('readyState') === 'loading') return
  const { href } = location
  referrer = address
  path = page
  address = href
  settle()
  try {
    let found = await ask(page)
    learnNames(found.query)
    // The query may name another page than the path does; asks again if the reader is still here.
    if (page === path && href === location.href && page !== whereabouts()) {
      path = page = whereabouts()
      found = await ask(page)
    }
    if (page === path && found.enabled) settle(found)
  } catch (error) {
    say(error)
  }
}

// A second tag, of a theme or of a plugin, adds nothing, and a script that no tag has loaded asks no server.
if (src && !customElements.get(NAME)) {
  customElements.define(
    NAME,
    class extends HTMLElement {
      connectedCallback(): void {
        show(this)
      }
    },
  )
  // Not every browser tells when a script changes the address, and a widget for the page before would mislead.
  setInterval(look, 500)
  addEventListener('visibilitychange', wait)
  void look()
}
