/** The word for a name that comes from elsewhere; undefined where there is none, `constructor` too. */
export const wordOf = (
  words: Readonly<Record<string, string>>,
  name: string,
): string | undefined => (Object.hasOwn(words, name) ? words[name] : undefined)
