/** Reads CSV by RFC 4180 into rows of texts, quotes undone. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text.charAt(i + 1) === '"') cell += text.charAt(++i)
      else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === ',') {
      row.push(cell)
      cell = ''
    } else if (char === '\r' && text.charAt(i + 1) === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      i += 1
    } else cell += char
  }
  return rows
}
