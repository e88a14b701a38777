import { compilePath, matchesCompiled, type PathPattern } from '../path.ts'
import { asRead } from './was-read.ts'

/** A line of a robots.txt group, with the path that it is about. */
export interface RobotsLine {
  readonly field: 'allow' | 'disallow' | 'content-usage' | 'content-signal'
  readonly pattern: PathPattern
  /** The value that follows the path; empty for `Allow` and `Disallow`. */
  readonly value: string
  /** The text of the line, as people are shown it. */
  readonly text: string
}

/** The most characters of a robots.txt that are read; RFC 9309 2.5 asks for at least 500 KiB. */
const MAX_CHARS = 512_000
const MAX_LINE_CHARS = 4_096
/** The most lines with a path that are kept; what a hostile file has beyond them is not compared. */
const MAX_LINES = 5_000
/**
 * The most entries, where each line counts once for each agent of its group: a group may name tens of thousands of
 * agents.
 */
const MAX_ENTRIES = 200_000

const FIELDS: ReadonlyMap<string, RobotsLine['field']> = new Map([
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['content-usage', 'content-usage'],
  ['content-signal', 'content-signal'],
])
const NAMES: Readonly<Record<RobotsLine['field'], string>> = {
  allow: 'Allow',
  disallow: 'Disallow',
  'content-usage': 'Content-Usage',
  'content-signal': 'Content-Signal',
}

/**
 * The lines of a robots.txt by the product token of the agent, in lower case. `*` also has the lines above the first
 * group.
 */
export type RobotsLines = ReadonlyMap<string, readonly RobotsLine[]>

/** Reads the groups of a robots.txt by RFC 9309 2.2. It skips unknown lines and never throws. */
export function readRobotsLines(text: string): RobotsLines {
  const linesByAgent = new Map<string, RobotsLine[]>()
  let group = new Set([linesOf(linesByAgent, '*')])
  let isOpen = false
  let count = 0
  let entries = 0
  for (const raw of linesIn(text)) {
    const [field, value] = fieldOf(raw)
    if (field === 'user-agent') {
      if (!isOpen) group = new Set()
      isOpen = true
      const token = agentToken(value)
      if (token !== '') group.add(linesOf(linesByAgent, token))
      continue
    }
    const known = FIELDS.get(field)
    if (known === undefined) continue
    isOpen = false
    entries += group.size
    const hasRoom = count < MAX_LINES && entries <= MAX_ENTRIES
    const line = hasRoom ? readLine(known, value) : undefined
    if (line === undefined) continue
    count++
    for (const lines of group) lines.push(line)
  }
  return asRead(linesByAgent)
}

/**
 * Reads a robots.txt once for all questions about a page, and returns only the lines whose pattern matches the page's
 * path.
 */
export function robotsLinesAt(text: string, path: string): RobotsLines {
  const lines = [...readRobotsLines(text)]
  return asRead(
    new Map(
      lines.map(([agent, own]) => [
        agent,
        own.filter(({ pattern }) => matchesCompiled(pattern, path)),
      ]),
    ),
  )
}

/** Returns the lines for one agent: those of its own groups, or those of `*` where it has no group. */
export const linesForAgent = (lines: RobotsLines, agent: string): readonly RobotsLine[] =>
  lines.get(agentToken(agent)) ?? lines.get('*') ?? []

function* linesIn(text: string): Generator<string> {
  const read = text.slice(0, MAX_CHARS).replace(/^\uFEFF/, '')
  const lines = read.split(/\r\n|\r|\n/)
  // A line that was cut in the middle would say something else than the site wrote.
  if (text.length > MAX_CHARS) lines.pop()
  for (const line of lines) {
    const hash = line.indexOf('#')
    yield (hash < 0 ? line : line.slice(0, hash)).slice(0, MAX_LINE_CHARS)
  }
}

function fieldOf(line: string): [field: string, value: string] {
  const colon = line.indexOf(':')
  if (colon < 0) return ['', '']
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
}

function linesOf(linesByAgent: Map<string, RobotsLine[]>, token: string): RobotsLine[] {
  const known = linesByAgent.get(token)
  if (known !== undefined) return known
  const lines: RobotsLine[] = []
  linesByAgent.set(token, lines)
  return lines
}

/** Returns the product token of a user agent: `GPTBot/1.2 (+…)` gives `gptbot`. */
function agentToken(userAgent: string): string {
  const text = userAgent.trim()
  if (/^\*(?:\s|$)/.test(text)) return '*'
  return /^[\w.-]*/.exec(text)?.[0].toLowerCase() ?? ''
}

function readLine(field: RobotsLine['field'], value: string): RobotsLine | undefined {
  const text = `${NAMES[field]}: ${value}`
  if (value === '') return undefined
  if (field === 'allow' || field === 'disallow') {
    return { field, pattern: compilePath(value), value: '', text }
  }
  const [, path = '/', rest = ''] = /^(?:([/*]\S*)\s+)?(.*)$/s.exec(value) ?? []
  return { field, pattern: compilePath(path), value: rest, text }
}
