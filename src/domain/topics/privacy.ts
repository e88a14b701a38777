/**
 * Surfaces that show no reader's words show a topic only when at least this many people asked about it: the name of a
 * smaller topic would reveal what one of them wrote. People are counted as distinct addresses of each day, so
 * browsers behind one address are one.
 */
export const MIN_ASKERS = 5

/** The one name of all topics of fewer askers. */
export const fewAskers = (minAskers: number): string => `(fewer than ${minAskers} askers)`

/** Surfaces that show the questions themselves show the topic of each. */
export const ANY_ASKERS = 1
