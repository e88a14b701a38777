export type AskTemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }

export type AskTemplate =
  | { readonly ok: true; readonly parts: readonly AskTemplatePart[] }
  /** `at` is the offset, in UTF-16 units, of the brace that is neither part of a name nor doubled. */
  | { readonly ok: false; readonly error: 'stray_brace'; readonly at: number }

const MAX_NAME_CHARS = 32
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/

/** True for a name that may stand between the braces of a template. */
export const isValueName = (name: string): boolean =>
  name.length <= MAX_NAME_CHARS && NAME.test(name)

/** Reads a template from left to right: `{name}` is a value, `{{` and `}}` are braces, any other brace is an error. */
export function parseAskTemplate(template: string): AskTemplate {
  // Callers without types may give anything.
  if (typeof template !== 'string') return { ok: false, error: 'stray_brace', at: 0 }
  const parts: AskTemplatePart[] = []
  let text = ''
  for (let at = 0; at < template.length;) {
    const brace = nextBrace(template, at)
    text += template.slice(at, brace)
    if (brace === template.length) break
    const sign = template.charAt(brace)
    if (template.charAt(brace + 1) === sign) {
      text += sign
      at = brace + 2
      continue
    }
    const end = sign === '{' ? endOfName(template, brace + 1) : -1
    if (end < 0) return { ok: false, error: 'stray_brace', at: brace }
    if (text !== '') parts.push({ kind: 'text', text })
    text = ''
    parts.push({ kind: 'value', name: template.slice(brace + 1, end) })
    at = end + 1
  }
  if (text !== '') parts.push({ kind: 'text', text })
  return { ok: true, parts }
}

function nextBrace(template: string, start: number): number {
  let at = start
  while (at < template.length && template[at] !== '{' && template[at] !== '}') at++
  return at
}

/** Returns the offset of the brace that closes a name; -1 where no name stands between the braces. */
function endOfName(template: string, start: number): number {
  const length = template.slice(start, start + MAX_NAME_CHARS + 1).indexOf('}')
  return length > 0 && isValueName(template.slice(start, start + length)) ? start + length : -1
}
