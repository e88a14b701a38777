import { cleanQuestion } from './clean-question.ts'
import { draw } from './draw.ts'
import { hasLanded, send, type WidgetEvent } from './events.ts'
import { hrefOf } from './href.ts'
import { make } from './make.ts'
import { create, find, findAll, read } from './page.ts'
import { dataset, src } from './tag.ts'
import { learnNames, whereabouts } from './whereabouts.ts'
import type { WidgetConfig } from './widget-config.ts'

const NAME = 'ask-ai'
/** An impression is told once it has lasted so long. */
const MIN_VISIBLE_MS = 1_000

let config: WidgetConfig | undefined
let path: string | undefined
let referrer = ''
let address = read('referrer')
let isLanding = hasLanded
/** The configuration that the reader has seen. */
let seen: WidgetConfig | undefined
let timer = 0
let isInSight = false

const tell = (event: WidgetEvent): unknown => config && send(config, referrer, event)

/** Shows the widget in an element. Where there is none, the children that the page gave it stay. */
function show(host: Element): void {
  try {
    if (config?.mode === 'headless') {
      const detail = { config, clean: cleanQuestion, link: hrefOf, tell }
      host.dispatchEvent(new CustomEvent(NAME, { bubbles: true, detail }))
    } else if (config) {
      observer.observe(draw(host, config, tell))
      return
    }
  } catch {
    // A browser of another age: the page is what it would be without us.
  }
  host.shadowRoot?.replaceChildren(make('slot'))
}

const observer = new IntersectionObserver(
  (entries) => {
    isInSight = entries.some(({ intersectionRatio }) => intersectionRatio >= 0.5)
    wait()
  },
  { threshold: 0.5 },
)

/** A page in a hidden tab is seen by nobody, nor is one that the browser loads ahead. */
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
  const hosts = findAll(NAME)
  hosts.forEach(show)
  if (found && !hosts[0]) place(found)
  wait()
}

/** By position; each other one appends. */
type Methods = { readonly [position: string]: 'prepend' | 'before' | 'after' }

/** Puts the widget where the owner wants it; nowhere on a page that has no such place. */
function place({ placement: { selector, position } }: WidgetConfig): void {
  const spot = find(selector ?? 'main') ?? (selector ? null : read('body'))
  const methods = { start: 'prepend', before: position, after: position } as Methods
  // A form has the names of its fields, which may be these.
  if (spot) Element.prototype[methods[position] ?? 'append'].call(spot, create(NAME))
}

/** Asks what the widget shows on a page; throws where the service refuses, since its data is null. */
async function ask(page: string): Promise<WidgetConfig> {
  const route = `api/v1/sites/${dataset['siteId']}/config?path=${encodeURIComponent(page)}`
  const response = await fetch(new URL(route, src))
  // @NOTE the server's envelope.
  return ((await response.json()) as { data: WidgetConfig }).data
}

/** Shows the widget for the page that the reader is on, if it is another one than before. Never fails. */
async function look(): Promise<void> {
  let page = whereabouts()
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
    // oxlint-disable-next-line no-console
    console.info(NAME, dataset['siteId'], error)
  }
}

// A second tag, of a theme or of a plugin, adds nothing, and what no tag has loaded asks no server.
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
