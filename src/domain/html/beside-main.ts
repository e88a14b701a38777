import { attributeOf, type HtmlNode } from './html-node.ts'

const BESIDE: ReadonlySet<string> = new Set(['nav', 'aside', 'footer'])
const BESIDE_ROLES: ReadonlySet<string> = new Set(['navigation', 'complementary', 'contentinfo'])
/** Browsers nest no deeper. */
const MAX_DEPTH = 512

/** True for what stands in the navigation, in a sidebar or in a footer. */
export function isBeside(node: HtmlNode): boolean {
  for (let up = node.parent, depth = 0; up !== null && depth < MAX_DEPTH; up = up.parent) {
    if (BESIDE.has(up.name) || BESIDE_ROLES.has(attributeOf(up, 'role') ?? '')) return true
    depth += 1
  }
  return false
}
