/** Returns the word for a name that comes from elsewhere; undefined where no word is known, also for `constructor`. */
export const wordOf = (
  words: Readonly<Record<string, string>>,
  name: string,
): string | undefined => (Object.hasOwn(words, name) ? words[name] : undefined)
