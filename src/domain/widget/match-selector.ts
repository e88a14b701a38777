import { attributeOf, walk, type HtmlNode } from '../html/html-node.ts'
import { isPlainSelector } from './is-plain-selector.ts'

/** A test that is true for nodes that a part of a selector matches. */
type NodeTest = (node: HtmlNode, search: Search) => boolean

/** One step of a selector, with the joint between it and the step before. */
interface Step {
  joint: '' | ' ' | '>' | '+' | '~'
  tests: readonly NodeTest[]
}

/** The number of nodes that may still be looked at; when it is used up, a browser has to decide. */
interface Search {
  left: number
}

const MAX_LOOKS = 3_000_000

/**
 * True where a plain selector matches a node of the page; undefined where only a browser can tell: for any other
 * selector, and for a page that takes too long.
 */
export function matchesSelector(page: HtmlNode, selector: string): boolean | undefined {
  if (!isPlainSelector(selector)) return undefined
  const steps = readSteps(selector)
  const search = { left: MAX_LOOKS }
  let isFound = false
  walk(page, {
    enter: (node) => {
      if (isFound || node.name === 'template') return false
      isFound = isElement(node) && isTaken(node, steps, steps.length - 1, search)
      return !isFound
    },
  })
  return !isFound && search.left <= 0 ? undefined : isFound
}

const isElement = ({ name }: HtmlNode): boolean => !name.startsWith('#')

function isTaken(node: HtmlNode, steps: readonly Step[], at: number, search: Search): boolean {
  search.left -= 1
  const step = steps[at]
  if (!step || search.left <= 0) return false
  if (!step.tests.every((test) => test(node, search))) return false
  if (step.joint === '') return true
  return candidates(node, step.joint, search).some((one) => isTaken(one, steps, at - 1, search))
}

/** Lists the nodes that may match the step before, by the joint between the steps. */
function candidates(node: HtmlNode, joint: Exclude<Step['joint'], ''>, search: Search): HtmlNode[] {
  if (joint === '>') return node.parent && isElement(node.parent) ? [node.parent] : []
  if (joint === ' ') return ancestorsOf(node)
  const siblings = siblingsOf(node, search)
  const before = siblings.slice(0, siblings.indexOf(node))
  return joint === '+' ? before.slice(-1) : before
}

function ancestorsOf(node: HtmlNode): HtmlNode[] {
  const found: HtmlNode[] = []
  for (let one = node.parent; one && isElement(one); one = one.parent) found.push(one)
  return found
}

function siblingsOf({ parent }: HtmlNode, search: Search): HtmlNode[] {
  const all = parent?.children ?? []
  search.left -= all.length
  return search.left > 0 ? all.filter(isElement) : []
}

const JOINED = /\s*([>+~])\s*|\s+/y
const PART =
  /\[([^\]=~|^$*]+)(?:([~|^$*]?)=(?:"([^"]*)"|([^\]]*)))?\]|:([a-z-]+)|([#.]?)([^\s#.[:>+~]+)/y

function readSteps(selector: string): Step[] {
  const steps: Step[] = []
  let joint: Step['joint'] = ''
  let at = 0
  while (at < selector.length) {
    const tests: NodeTest[] = []
    for (let part = readAt(PART, selector, at); part; part = readAt(PART, selector, at)) {
      tests.push(testOf(part))
      at += part[0].length
    }
    steps.push({ joint, tests })
    const joined = readAt(JOINED, selector, at)
    if (!joined) break
    at += joined[0].length
    // @NOTE the pattern has these three and nothing else.
    joint = (joined[1] ?? ' ') as Step['joint']
  }
  return steps
}

function readAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function testOf(part: RegExpExecArray): NodeTest {
  const [, attribute, operator, quoted, bare, place, sign, name = ''] = part
  if (attribute !== undefined) return attributeTest(attribute, operator, quoted ?? bare)
  if (place !== undefined) return placeTest(place)
  if (sign === '#') return (node) => attributeOf(node, 'id') === name
  if (sign === '.') return (node) => wordsOf(attributeOf(node, 'class')).includes(name)
  return name === '*' ? isElement : (node) => node.name === name.toLowerCase()
}

const wordsOf = (text: string | undefined): string[] => (text ?? '').split(/\s+/)

function attributeTest(name: string, operator: string | undefined, wanted: string | undefined) {
  return (node: HtmlNode): boolean => {
    const value = attributeOf(node, name.toLowerCase())
    if (value === undefined || wanted === undefined) return value !== undefined
    switch (operator) {
      case '~':
        return wordsOf(value).includes(wanted)
      case '|':
        return value === wanted || value.startsWith(`${wanted}-`)
      case '^':
        return wanted !== '' && value.startsWith(wanted)
      case '$':
        return wanted !== '' && value.endsWith(wanted)
      case '*':
        return wanted !== '' && value.includes(wanted)
      default:
        return value === wanted
    }
  }
}

/** Makes the test of a pseudo-class for a place among siblings, `first-child` to `only-of-type`. */
function placeTest(place: string): NodeTest {
  const [which = '', ...kind] = place.split('-')
  return (node, search) => {
    const all = siblingsOf(node, search)
    const alike = kind.join('-') === 'child' ? all : all.filter(({ name }) => name === node.name)
    const isFirst = alike[0] === node
    const isLast = alike.at(-1) === node
    if (which === 'only') return isFirst && isLast
    return which === 'first' ? isFirst : isLast
  }
}
