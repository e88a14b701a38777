/**
 * Removes signs at the end of a text, or at both ends, in a time that grows with their number. A pattern such as `/
 * +$/` looks at a run of them in the middle of a text again from each of its places.
 */
export function trimSigns(
  text: string,
  isSign: (char: string) => boolean,
  ends: 'both' | 'end' = 'both',
): string {
  const chars = Array.from(text)
  let end = chars.length
  while (end > 0 && isSign(chars[end - 1] ?? '')) end -= 1
  let start = 0
  if (ends === 'both') while (start < end && isSign(chars[start] ?? '')) start += 1
  return chars.slice(start, end).join('')
}
