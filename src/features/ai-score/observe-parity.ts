import { findBotWall } from '../../domain/ai-score/bot-wall.ts'
import { effectiveRobots } from '../../domain/ai-score/effective-robots.ts'
import type {
  Parity,
  ParityAnswer,
  RobotsAnswer,
  TargetAnswer,
} from '../../domain/ai-score/observation.ts'
import { BROWSER_AGENT, PARITY_AGENTS } from '../../domain/ai-score/parity-agents.ts'
import { isAllowed } from '../../domain/robots/is-allowed.ts'
import type { AnswerReader } from './answer-reader.ts'
import { undefinedWhenUnreachable, type Prober } from './prober.ts'

/** Fetches the page as a browser and as known bots, one after the other, and skips bots that robots.txt keeps out. */
export async function observeParity(
  prober: Prober,
  reader: AnswerReader,
  { finalUrl }: TargetAnswer,
  robots: RobotsAnswer | null,
): Promise<Parity> {
  const { pathname, search } = new URL(finalUrl)
  const rules = robots && effectiveRobots(robots)
  const mayAsk = (agent: string): boolean =>
    rules === null || isAllowed(rules, agent, pathname + search).allowed
  const bots = Object.keys(PARITY_AGENTS).filter((agent) => agent !== BROWSER_AGENT)
  const answers: ParityAnswer[] = []
  for (const agent of bots.filter(mayAsk)) {
    answers.push(await askAs(prober, reader, agent, finalUrl))
  }
  return {
    browser: await askAs(prober, reader, BROWSER_AGENT, finalUrl),
    bots: answers,
    keptOut: bots.filter((agent) => !mayAsk(agent)),
  }
}

async function askAs(
  prober: Prober,
  reader: AnswerReader,
  agent: string,
  url: string,
): Promise<ParityAnswer> {
  const answer = await prober.askAs(PARITY_AGENTS[agent] ?? '', url)
  const page = answer && (await undefinedWhenUnreachable(reader.page(answer)))
  // An answer that cannot be parsed counts as none, since the length of its text is not known.
  if (answer === undefined || page === undefined) {
    return { agent, status: null, botWall: null, textBytes: 0 }
  }
  const textBytes = page?.textBytes ?? answer.body.length
  const botWall = findBotWall({ ...answer, textChars: textBytes })
  return { agent, status: answer.status, botWall, textBytes }
}
