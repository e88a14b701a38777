import { attributeOf, walk, type HtmlNode } from './html-node.ts'

const MAX_NAMES = 20
const MAX_NAME = 64

/** Types of `input` fields that take any text that a reader types; a field without a type is of type `text`. */
const TYPED: ReadonlySet<string> = new Set('text search email tel url'.split(' '))

/**
 * Finds the parameters whose values are readers' own words: fields to type into, of forms whose fields become the query
 * of an address. Source:
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
 */
export function readTypedParameters(forms: readonly HtmlNode[]): string[] {
  const names = new Set<string>()
  for (const form of forms) {
    const method = attributeOf(form, 'method')?.trim().toLowerCase() ?? ''
    // A form with any other method uses `get` too.
    if (method === 'post' || method === 'dialog') continue
    walk(form, {
      enter: (node) => {
        const name = node.name === 'input' && isTyped(node) ? attributeOf(node, 'name') : undefined
        if (name && name.length <= MAX_NAME && names.size < MAX_NAMES) names.add(name)
        return true
      },
    })
  }
  return [...names]
}

/**
 * True for a field that takes text. A type that no browser knows counts as `text`; a field for other values has a type
 * of its own.
 */
const isTyped = (input: HtmlNode): boolean =>
  TYPED.has((attributeOf(input, 'type') ?? 'text').trim().toLowerCase() || 'text')
