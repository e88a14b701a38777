import { COMING_IN_DE } from './de/coming-in.ts'
import { FRAME_DE } from './de/frame.ts'
import { SITE_DE } from './de/site.ts'
import { SITES_DE } from './de/sites.ts'
import type { Texts } from './en.ts'

/** The same in German. */
export const GERMAN: Texts = {
  ...FRAME_DE,
  ...COMING_IN_DE,
  ...SITES_DE,
  ...SITE_DE,
}
