/** Pages that a scan looks at for one credit. */
const PAGES_PER_CREDIT = 25

/** Computes the price of a scan of a number of pages, in credits; a scan of any page costs at least one. */
export const creditsOfPages = (pages: number): number => Math.ceil(pages / PAGES_PER_CREDIT)

/** Computes the most pages that a number of credits pays for. */
export const pagesOfCredits = (credits: number): number => credits * PAGES_PER_CREDIT
