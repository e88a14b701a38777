/** Version of the rubric: the day on which a check, a weight or a threshold last changed. */
export const RUBRIC_VERSION = '2026-11-22'

/** Of the rubric, and of the form in which a page's findings are kept: what an earlier one found is found anew. */
export const JUDGED_BY = `${RUBRIC_VERSION}.1`

/** How everything begins that this version keeps of a page. Here, since what judges pages is large. */
export const JUDGED_PREFIX = `{"by":"${JUDGED_BY}",`
