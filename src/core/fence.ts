import { randomBytes } from 'node:crypto'

/**
 * Puts a text that visitors, pages or engines wrote between marks that it cannot close: the name is drawn anew each time.
 * A model is told, in the server's instructions, that what stands between them is data.
 */
export function fence(text: string): string {
  const name = `untrusted-${randomBytes(6).toString('hex')}`
  return `<${name}>\n${text}\n</${name}>`
}
