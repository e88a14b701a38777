/** Words of others within a sentence of ours; in other marks where they hold straight ones themselves. */
export const inQuotes = (text: string): string => (text.includes('"') ? `“${text}”` : `"${text}"`)
