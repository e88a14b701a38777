/** Pages that a scan looks at for one credit. */
const PAGES_PER_CREDIT = 25

/** The price of a scan of so many pages, in credits; none is free. */
export const creditsOfPages = (pages: number): number => Math.ceil(pages / PAGES_PER_CREDIT)

/** The most pages that so many credits pay for. */
export const pagesOfCredits = (credits: number): number => credits * PAGES_PER_CREDIT
