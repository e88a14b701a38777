import { COMING_IN_DE } from './de/coming-in.ts'
import { DEVELOPERS_DE } from './de/developers.ts'
import { WEBHOOKS_DE } from './de/webhooks.ts'
import { ORGANIZATION_DE } from './de/organization.ts'
import { FRAME_DE } from './de/frame.ts'
import { NUMBERS_DE } from './de/numbers.ts'
import { OVERVIEW_DE } from './de/overview.ts'
import { SCANS_DE } from './de/scans.ts'
import { SCORE_DE } from './de/score.ts'
import { WIDGET_DE } from './de/widget.ts'
import { FIRST_RUN_DE } from './de/first-run.ts'
import { QUESTIONS_DE } from './de/questions.ts'
import { SITE_PAGES_DE } from './de/site-pages.ts'
import { SITES_DE } from './de/sites.ts'
import type { Texts } from './en.ts'

/** Every word that the page itself says, in German. */
export const GERMAN: Texts = {
  ...FRAME_DE,
  ...DEVELOPERS_DE,
  ...ORGANIZATION_DE,
  ...WEBHOOKS_DE,
  ...COMING_IN_DE,
  ...NUMBERS_DE,
  ...SITES_DE,
  ...OVERVIEW_DE,
  ...SCANS_DE,
  ...SCORE_DE,
  ...WIDGET_DE,
  ...FIRST_RUN_DE,
  ...QUESTIONS_DE,
  ...SITE_PAGES_DE,
}
