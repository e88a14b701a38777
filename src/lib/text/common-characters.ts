/**
 * The characters that everyday Chinese, Japanese and Korean are written with: those that the encodings of these languages
 * put first (GB 2312 level 1, JIS X 0208 level 1, the syllables of KS X 1001). They are read from the decoders that the
 * runtime has, when the first such character is met.
 */
const ENCODINGS = [
  { name: 'gb18030', first: 0xb0, last: 0xd7, from: 0xa1 },
  { name: 'shift_jis', first: 0x88, last: 0x97, from: 0x40 },
  { name: 'euc-kr', first: 0xb0, last: 0xc8, from: 0xa1 },
] as const

let common: ReadonlySet<number> | undefined

/** True for a Han character or a Korean syllable in common use, by its code point. */
export function isCommonCharacter(code: number): boolean {
  if (code < 0x34_00 || code > 0xd7_a3) return false
  common ??= readCommon()
  return common.has(code)
}

function readCommon(): ReadonlySet<number> {
  const codes = new Set<number>()
  for (const { name, first, last, from } of ENCODINGS) {
    const decoder = new TextDecoder(name)
    for (let row = first; row <= last; row++) {
      for (let cell = from; cell <= 0xfe; cell++) {
        const code = decoder.decode(Uint8Array.of(row, cell)).codePointAt(0)
        if (code !== undefined) codes.add(code)
      }
    }
  }
  return codes
}
