import { COMING_IN_EN } from './en/coming-in.ts'
import { FRAME_EN } from './en/frame.ts'
import { NUMBERS_EN } from './en/numbers.ts'
import { OVERVIEW_EN } from './en/overview.ts'
import { SITE_EN } from './en/site.ts'
import { SITES_EN } from './en/sites.ts'

/** Every word that the page itself says, in English. What the service says of its own accord stays English everywhere. */
export const ENGLISH = {
  ...FRAME_EN,
  ...COMING_IN_EN,
  ...NUMBERS_EN,
  ...SITES_EN,
  ...OVERVIEW_EN,
  ...SITE_EN,
}

/** What every language says: the same parts, with functions of the same arguments. */
export type Texts = typeof ENGLISH
