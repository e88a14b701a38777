/** Quotes foreign text within a sentence; typographic marks are used for text with straight ones. */
export const inQuotes = (text: string): string => (text.includes('"') ? `“${text}”` : `"${text}"`)
