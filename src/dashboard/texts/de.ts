import { COMING_IN_DE } from './de/coming-in.ts'
import { FRAME_DE } from './de/frame.ts'
import { NUMBERS_DE } from './de/numbers.ts'
import { OVERVIEW_DE } from './de/overview.ts'
import { SITE_DE } from './de/site.ts'
import { SITES_DE } from './de/sites.ts'
import type { Texts } from './en.ts'

/** The same in German. */
export const GERMAN: Texts = {
  ...FRAME_DE,
  ...COMING_IN_DE,
  ...NUMBERS_DE,
  ...SITES_DE,
  ...OVERVIEW_DE,
  ...SITE_DE,
}
