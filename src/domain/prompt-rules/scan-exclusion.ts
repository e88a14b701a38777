import { enabledInOrder, type AppliedRules } from './apply-rules.ts'
import { compileGlob, matchesGlob } from './glob.ts'
import { matchTree, type RuleComparison, type MatchTree } from './match-tree.ts'
import { pathText, type PathText } from './path-text.ts'
import type { PromptRule } from './rule-input.ts'

/** True where rules, applied to all that is known of a page, leave it out of scans. */
export const isExcluded = ({ result }: AppliedRules): boolean => result.excludeFromScan === true

interface Address {
  path: PathText
  host: PathText
}

/** A test of conditions by an address; it returns `undefined` where the address alone does not decide. */
type AddressTest = (address: Address) => boolean | undefined

interface Step {
  test: AddressTest
  excludes: boolean | undefined
  stop: boolean
}

/**
 * Makes a test whether rules leave a page out by its address alone, with any content: it is asked before the page is
 * fetched, when only the address is known. Never true for a page that the rules would keep once it is read; a page of
 * which other facts decide is not left out here, but by `isExcluded` when they are known. `path` may have a query,
 * which rules do not see. Throws SyntaxError for an invalid glob, which `RuleMatch` refuses.
 */
export function compileExclusions(
  rules: readonly PromptRule[],
): (path: string, host: string) => boolean {
  const ordered = enabledInOrder(rules)
  // Rules after the last one that excludes can only keep a page.
  const last = ordered.findLastIndex(({ actions }) => actions.excludeFromScan === true)
  const steps = ordered.slice(0, last + 1).map(({ match, actions, stop }): Step => {
    return { test: addressTest(matchTree(match)), excludes: actions.excludeFromScan, stop }
  })
  return (path, host) => {
    if (steps.length === 0) return false
    const [plain = ''] = path.split('?', 1)
    const address = { path: pathText(plain), host: pathText(host.toLowerCase()) }
    return isLeftOut(steps, address)
  }
}

/**
 * True where the steps leave out an address for certain. A rule that may match and keeps the page, or stops before
 * another excludes it, makes that uncertain.
 */
function isLeftOut(steps: readonly Step[], address: Address): boolean {
  for (const { test, excludes, stop } of steps) {
    const speaks = excludes !== undefined || stop
    const matches = speaks ? test(address) : false
    if (matches === false) continue
    if (excludes !== true) return false
    if (matches === true) return true
  }
  return false
}

function addressTest(tree: MatchTree): AddressTest {
  if (tree.is === 'comparison') return comparisonTest(tree.comparison)
  if (tree.is === 'not') {
    const test = addressTest(tree.of)
    return (address) => negated(test(address))
  }
  const tests = tree.of.map(addressTest)
  const decisive = tree.is === 'any'
  return (address) => combined(tests, address, decisive)
}

function comparisonTest(comparison: RuleComparison): AddressTest {
  if (comparison.kind !== 'path' && comparison.kind !== 'host') return () => undefined
  const { kind, key } = comparison
  const glob = compileGlob(key)
  return (address) => matchesGlob(glob, address[kind])
}

const negated = (answer: boolean | undefined): boolean | undefined =>
  answer === undefined ? undefined : !answer

/**
 * Joins answers: one true answer decides `any`, and one false answer decides `all`; else an unknown one leaves the
 * whole unknown.
 */
function combined(
  tests: readonly AddressTest[],
  address: Address,
  decisive: boolean,
): boolean | undefined {
  let isUnknown = false
  for (const test of tests) {
    const answer = test(address)
    if (answer === decisive) return decisive
    if (answer === undefined) isUnknown = true
  }
  return isUnknown ? undefined : !decisive
}
