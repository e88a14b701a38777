/** Version of the rubric: the day on which a check, a weight or a threshold last changed. */
export const RUBRIC_VERSION = '2026-11-27'

/**
 * Version of the rubric, and of the reader and the stored form of a page's findings. Where another version judged a
 * page, the next scan reads it again, even if its bytes are the same: so its main text follows the reader too.
 */
export const JUDGED_BY = `${RUBRIC_VERSION}.1`

/**
 * Prefix of all findings that this version stores. It stands in this small file because the judging code is large to
 * load.
 */
export const JUDGED_PREFIX = `{"by":"${JUDGED_BY}",`
