import type { DemoPage } from './demo-page.ts'
import { gearPages } from './pages-gear.ts'
import { safetyPages } from './pages-safety.ts'
import { skillPages } from './pages-skills.ts'
import { tidePages } from './pages-tides.ts'
import { tripPages } from './pages-trips.ts'

/** Origin of the demo site, without a trailing slash. */
export const siteOrigin = 'https://tideline.example'

/** How a person names the demo site. */
export const siteDomain: string = new URL(siteOrigin).hostname

/** Every article of the demo site, most read first. */
export const pages: readonly DemoPage[] = interleave([
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

/** First path segment of a page, such as `tides`. */
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
