/** A number with its noun, such as `1 page` and `2 pages`; `many` where an s alone does not do. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`
