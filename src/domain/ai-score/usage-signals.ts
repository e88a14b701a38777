import type { RobotsNote } from '../robots/robots.ts'
import type { Observation } from './observation.ts'

/** One preference about the use of content, from `Content-Signal` or `Content-Usage`. */
export interface UsageSignal {
  /** The kind of use; null for a name that neither proposal defines. */
  use: 'search' | 'input' | 'train' | null
  /** True where the use is allowed; null for a value that neither proposal defines. */
  allowed: boolean | null
  /** The original text: `ai-train=no`. */
  text: string
}

/** Names from contentsignals.org and from the drafts of the IETF's AI Preferences working group. */
const USES: ReadonlyMap<string, UsageSignal['use']> = new Map([
  ['search', 'search'],
  ['ai-input', 'input'],
  ['ai-use', 'input'],
  ['ai-train', 'train'],
  ['train-ai', 'train'],
  ['train-genai', 'train'],
])
const VALUES: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['y', true],
  ['no', false],
  ['n', false],
])
const MAX_SIGNALS = 50

/** Reads the signals to all bots, from robots.txt and then from the headers of the page. */
export function usageSignals({ robots, target }: Observation): UsageSignal[] {
  const lines = [
    ...signalNotes(robots)
      .filter(isForAll)
      .map(({ value }) => value),
    target.headers['content-usage'] ?? '',
    target.headers['content-signal'] ?? '',
  ]
  return lines.flatMap(signalsIn).slice(0, MAX_SIGNALS)
}

/** Lists the bots with signals of their own in robots.txt, in lower case; such signals say nothing to other bots. */
export const botsWithSignals = ({ robots }: Observation): string[] => [
  ...new Set(
    signalNotes(robots)
      .filter((note) => !isForAll(note))
      .flatMap(({ tokens }) => tokens),
  ),
]

const signalNotes = (robots: Observation['robots']): RobotsNote[] =>
  robots?.robots?.notes.filter(({ name }) => name !== 'license') ?? []

const isForAll = ({ tokens }: RobotsNote): boolean => tokens.includes('*')

/** Parses `search=yes, ai-train=no`; a path may stand before it. */
function signalsIn(line: string): UsageSignal[] {
  const [first = '', ...rest] = line.slice(0, 2_000).trim().split(/\s+/)
  const list = first.startsWith('/') ? rest.join(' ') : [first, ...rest].join(' ')
  return list
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, MAX_SIGNALS)
    .map((text) => {
      const [name = '', value = ''] = text.toLowerCase().split('=')
      return {
        use: USES.get(name.trim()) ?? null,
        allowed: VALUES.get(value.trim()) ?? null,
        text,
      }
    })
}
