/** Computes the contrast of a colour such as `#0a7d4f` with white, from 1 to 21, as WCAG 2.2 defines it. */
export function contrastWithWhite(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(hex.slice(at, at + 2)))
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

function linear(hexByte: string): number {
  const share = Number.parseInt(hexByte, 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
