/**
 * Returns a number with its noun, such as `1 page` and `2 pages`; `many` is the plural where that is not the noun with
 * an s.
 */
export const pluralize = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`
