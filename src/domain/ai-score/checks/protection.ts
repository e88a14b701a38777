import { finding, worstFinding, warnIf, type Problem } from '../finding.ts'
import type { Parity, ParityAnswer, TargetAnswer } from '../observation.ts'
import { isAnswered, evidenceSourceOf, type CheckEvaluator } from '../page-checks.ts'

/** Share of the text that a bot must get; with less it gets another page. */
const MIN_TEXT_SHARE = 0.8

/**
 * Passes when our own bot, which says who it is, gets the page. If the owner asked for it, known bots are compared
 * with a browser too: that only ever warns, since protections know bots by their IP addresses and rightly refuse ours
 * in their names.
 */
export const unprotected: CheckEvaluator = (observation) => {
  const seen = evidenceSourceOf(observation)
  const { target, parity } = observation
  const { botWall } = target
  if (botWall !== null) return finding('fail', seen, [`In place of the page: ${botWall}.`], botWall)
  // An error page does not show what other bots would have got.
  if (!isAnswered(observation))
    return finding('na', seen, [`Status ${seen.status} says nothing about bots.`])
  const good = 'The page was answered to a bot that says what it is.'
  if (parity === null) return finding('pass', seen, [good])
  return worstFinding(seen, parityProblems(parity, target), { good: `${good}${asked(parity)}` })
}

function parityProblems({ browser, bots }: Parity, target: TargetAnswer): (Problem | null)[] {
  // A browser that was refused because of our IP address says nothing about the page; then our own answer is
  // compared.
  const whole = isPage(browser) ? browser.textBytes : (target.page?.textBytes ?? 0)
  return bots.map((bot) => {
    const { agent, status, botWall, textBytes } = bot
    if (status === null) return null
    if (botWall !== null) return warnIf(true, `In the name of ${agent}: ${botWall}.${SPOOFED}`)
    if (!isPage(bot)) return warnIf(true, `In the name of ${agent}: status ${status}.${SPOOFED}`)
    const percent = whole === 0 ? 100 : Math.round((100 * textBytes) / whole)
    const text = `${agent} gets ${percent} % of the text that a browser gets.`
    return warnIf(textBytes < whole * MIN_TEXT_SHARE, text)
  })
}

const SPOOFED = ' That is right only if it was told by its address that it is not that bot.'

const isPage = ({ status, botWall }: ParityAnswer): boolean =>
  status !== null && status >= 200 && status < 300 && botWall === null

function asked({ bots, keptOut }: Parity): string {
  const same = bots.filter(isPage).map(({ agent }) => agent)
  const said = same.length === 0 ? '' : ` The same goes for ${same.join(', ')}.`
  return keptOut.length === 0 ? said : `${said} robots.txt keeps out ${keptOut.join(', ')}.`
}
