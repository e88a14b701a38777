/** Puts a text into double quotes for use within a sentence: typographic ones if the text holds a straight one. */
export const inQuotes = (text: string): string => (text.includes('"') ? `“${text}”` : `"${text}"`)
