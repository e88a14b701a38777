/**
 * The least number of askers of a topic that is shown where no reader's words are: the name of a smaller topic would
 * reveal the words of one of them. People are counted as distinct addresses of each day, so browsers behind one address
 * are one.
 */
export const MIN_ASKERS = 5

/** Returns the one name of all topics of fewer askers than `minAskers`. */
export const fewAskers = (minAskers: number): string => `(fewer than ${minAskers} askers)`

/** The least number of askers where questions themselves are shown, each with its topic. */
export const ANY_ASKERS = 1
