/** Saves a file, whose parts the page holds, to the person's device. */
export function saveFile(parts: string[], name: string): void {
  const href = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  URL.revokeObjectURL(href)
}
