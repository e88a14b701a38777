/**
 * On surfaces that show no reader's words, a topic stands alone only when this many readers asked about it: the name of
 * a smaller one would tell what one of them wrote.
 */
export const MIN_ASKERS = 5
