/**
 * Reads a weight from 0 to 1. A text that is not a weight counts as 1. RFC 9110, 12.4.2 allows three decimals; this
 * function reads any number of them.
 */
export const weightOf = (text: string | undefined): number =>
  text !== undefined && /^(?:0(?:\.\d*)?|1(?:\.0*)?|\.\d+)$/.test(text) ? Number(text) : 1
