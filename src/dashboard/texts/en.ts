import { COMING_IN_EN } from './en/coming-in.ts'
import { DEVELOPERS_EN } from './en/developers.ts'
import { WEBHOOKS_EN } from './en/webhooks.ts'
import { ORGANIZATION_EN } from './en/organization.ts'
import { FRAME_EN } from './en/frame.ts'
import { NUMBERS_EN } from './en/numbers.ts'
import { OVERVIEW_EN } from './en/overview.ts'
import { SCANS_EN } from './en/scans.ts'
import { SCORE_EN } from './en/score.ts'
import { WIDGET_EN } from './en/widget.ts'
import { FIRST_RUN_EN } from './en/first-run.ts'
import { QUESTIONS_EN } from './en/questions.ts'
import { SITE_PAGES_EN } from './en/site-pages.ts'
import { SITES_EN } from './en/sites.ts'

/** Every word that the page itself says, in English. The words of the service stay English in every language. */
export const ENGLISH = {
  ...FRAME_EN,
  ...DEVELOPERS_EN,
  ...ORGANIZATION_EN,
  ...WEBHOOKS_EN,
  ...COMING_IN_EN,
  ...NUMBERS_EN,
  ...SITES_EN,
  ...OVERVIEW_EN,
  ...SCANS_EN,
  ...SCORE_EN,
  ...WIDGET_EN,
  ...FIRST_RUN_EN,
  ...QUESTIONS_EN,
  ...SITE_PAGES_EN,
}

/** The texts that every language has: the same parts, with functions of the same arguments. */
export type Texts = typeof ENGLISH
