/**
 * On surfaces that show no reader's words, a topic stands alone only when this many asked about it: the name of a smaller
 * one would tell what one of them wrote. Askers are the distinct addresses of each day; browsers at one are one asker.
 */
export const MIN_ASKERS = 5
