/** A number with its noun, such as `1 page` and `2 pages`; `many` is for plurals that are not formed by adding an s. */
export const pluralize = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`
