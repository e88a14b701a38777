/** Returns true for a text that begins with `http://` or `https://`, in any case. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)
