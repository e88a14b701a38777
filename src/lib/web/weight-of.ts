/** Reads a weight, from 0 to 1. One that is none says nothing: RFC 9110, 12.4.2 has at most three decimals. */
export const weightOf = (text: string | undefined): number =>
  text !== undefined && /^(?:0(?:\.\d*)?|1(?:\.0*)?|\.\d+)$/.test(text) ? Number(text) : 1
