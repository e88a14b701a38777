import type { CheckId } from './rubric.ts'

/** A part of an observation that takes requests of its own; the page itself is always asked for. */
export type Part =
  | 'ttfb'
  | 'robots'
  | 'sitemap'
  | 'llmsTxt'
  | 'markdown'
  | 'wellKnown'
  | 'tdmRep'
  | 'canonical'
  | 'alternates'

/** What a check looks at besides the page. Checks that are not named look at nothing else. */
const NEEDS: Readonly<Partial<Record<CheckId, readonly Part[]>>> = {
  A1: ['robots'],
  A2: ['robots'],
  A3: ['robots'],
  A4: ['robots'],
  B3: ['ttfb'],
  C4: ['canonical'],
  C5: ['alternates'],
  // A sitemap is found by robots.txt.
  D4: ['robots', 'sitemap'],
  F1: ['robots', 'sitemap'],
  F2: ['llmsTxt'],
  F3: ['markdown'],
  F4: ['robots'],
  F5: ['robots', 'tdmRep'],
  F6: ['wellKnown'],
}

/** The parts that some checks need. */
export const partsFor = (checks: readonly CheckId[]): ReadonlySet<Part> =>
  new Set(checks.flatMap((id) => NEEDS[id] ?? []))
