import type { CheckId } from './rubric.ts'

/** A part of an observation that is fetched by requests of its own; the page itself is always fetched. */
export type ObservationPart =
  | 'ttfb'
  | 'robots'
  | 'sitemap'
  | 'llmsTxt'
  | 'markdown'
  | 'wellKnown'
  | 'tdmRep'
  | 'canonical'
  | 'home'
  | 'alternates'

/** The parts that each check needs besides the page. Checks that are not listed need none. */
const NEEDS: Readonly<Partial<Record<CheckId, readonly ObservationPart[]>>> = {
  A1: ['robots'],
  A2: ['robots'],
  A3: ['robots'],
  A4: ['robots'],
  B2: ['home'],
  // Speed and Markdown are those of the start page, as a scan has them.
  B3: ['home', 'ttfb'],
  C1: ['home'],
  C2: ['home'],
  C4: ['canonical'],
  C5: ['alternates'],
  C7: ['home'],
  // robots.txt names the sitemap.
  D4: ['robots', 'sitemap', 'llmsTxt', 'home'],
  F1: ['robots', 'sitemap'],
  F2: ['llmsTxt'],
  F3: ['home', 'markdown'],
  F4: ['robots'],
  F5: ['robots', 'tdmRep'],
  F6: ['wellKnown'],
}

/** Returns the parts that these checks need together. */
export const partsFor = (checks: readonly CheckId[]): ReadonlySet<ObservationPart> =>
  new Set(checks.flatMap((id) => NEEDS[id] ?? []))
