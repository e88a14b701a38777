/**
 * Removes certain signs at the end of a text, or at both ends, in a time that grows with the length of the text. With a
 * pattern such as `/ +$/` it would grow with the square of a run of these signs in the middle of the text.
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
