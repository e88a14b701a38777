import type { DemoEvent } from './demo-event.ts'
import type { DemoPage } from './demo-page.ts'
import { gearPages } from './pages-gear.ts'
import { safetyPages } from './pages-safety.ts'
import { skillPages } from './pages-skills.ts'
import { tidePages } from './pages-tides.ts'
import { tripPages } from './pages-trips.ts'

/** Origin of the demo site in generated events, without a trailing slash. */
export const siteOrigin = 'https://tideline.example'

/** Every article of the demo site, most read first. */
export const demoPages: readonly DemoPage[] = interleave([
  tidePages,
  safetyPages,
  gearPages,
  skillPages,
  tripPages,
])

/** Absolute address of a page. */
export function urlOf(page: DemoPage): string {
  return siteOrigin + page.path
}

/** The event as it is where the site is served: its page, and the page before it. */
export function atOrigin({ url, referrer, ...rest }: DemoEvent, origin: string): DemoEvent {
  const moved = (address: string): string =>
    address.startsWith(`${siteOrigin}/`) ? origin + address.slice(siteOrigin.length) : address
  return {
    ...rest,
    url: moved(url),
    ...(referrer !== undefined && { referrer: moved(referrer) }),
  }
}

/** Returns the first path segment of a page, such as `tides`. */
export function sectionOf(page: DemoPage): string {
  return page.path.split('/')[1] ?? ''
}

/** Takes the first of each section, then the second of each, and so on. */
function interleave(sections: readonly (readonly DemoPage[])[]): DemoPage[] {
  const depth = Math.max(...sections.map((section) => section.length))
  return Array.from({ length: depth }, (_, index) =>
    sections.flatMap((section) => section.slice(index, index + 1)),
  ).flat()
}
