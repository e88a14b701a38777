import { readUrl } from '../read-url.ts'

const MARK = '{prompt}'
const PROMPT_PARAMETER = /[?&]([A-Za-z0-9_.-]{1,40})=\{prompt\}(?=&|$)/

export interface LinkTemplate {
  readonly before: string
  readonly after: string
  /** The name of the parameter of the query that holds the prompt. */
  readonly parameter: string
}

/**
 * Reads a template of addresses: `https`, or a listed scheme of an app, with one `{prompt}` that is the whole value of
 * one parameter, so that a link can be read back. Undefined for any other text.
 */
export function readLinkTemplate(
  template: string,
  schemes: readonly string[] = [],
): LinkTemplate | undefined {
  if (typeof template !== 'string' || template.length > 2_000 || !/^[!-~]+$/.test(template))
    return undefined
  const [before = '', after, ...others] = template.split(MARK)
  if (after === undefined || others.length > 0 || /[{}#\\]/.test(before + after)) return undefined
  const parameter = PROMPT_PARAMETER.exec(template)?.[1]
  if (parameter === undefined || !isPlainAddress(before + after, schemes)) return undefined
  return { before, after, parameter }
}

function isPlainAddress(text: string, schemes: readonly string[]): boolean {
  const url = readUrl(text)
  if (url === undefined || url.host === '') return false
  const isKnown = ['https', ...schemes].includes(url.protocol.slice(0, -1))
  return isKnown && url.username === '' && url.password === ''
}

/**
 * Percent-encodes a prompt as RFC 6570 does in simple expansion: a space becomes `%20`. Throws URIError for a lone
 * surrogate.
 */
export const encodePrompt = (prompt: string): string =>
  encodeURIComponent(prompt).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
