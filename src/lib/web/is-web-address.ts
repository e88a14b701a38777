/** True for a text that begins as an http or https address does. */
export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)
