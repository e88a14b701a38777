import { demoPages } from '../site.ts'
import { shiftDate } from '../../../src/testing/oracle-calendar.ts'
import * as counted from './counted-tables.ts'
import { isTextTold, isTold, type Section, printedSections, printedTable } from './printed.ts'
import { by, count, type RawEvent, readRawEvents } from './recount.ts'

type Check = (section: Section, head: string) => string[]
type Row = readonly counted.Told[]

const DAYS = 28
/** The articles, and the start page. */
const PAGES = demoPages.length + 1

const WEEKLY = 'How did my site do with AI last week, and is that unusual?'
const DAILY = 'And day by day?'
const PAGE = 'Read me that page, with an address to cite.'
/** The end of the line below the topics of a page. */
const TOPICS_END = `in ${DAYS} days`

/** The checks of what is printed below each question that is answered by numbers of events. */
const CHECKS: Readonly<Record<string, (months: counted.Months, weeks: counted.Months) => Check>> = {
  'Is my site read, and can AI find it?': () => siteCheck,
  [WEEKLY]: (_, weeks) => tableCheck(counted.overview(weeks)),
  'Why do more readers open an AI than four weeks ago?': driverCheck,
  [DAILY]: dailyCheck,
  'Which engines do my readers open?': engineCheck,
  'And which send readers who do more here?': (months) => tableCheck(counted.arrivals(months)),
  'Which pages do assistants send readers to?': (months) => tableCheck(counted.pages(months)),
  'What do they ask about?': (months) => tableCheck(counted.topics(months)),
  'What did people ask?': (months) => tableCheck(counted.questions(months)),
  [PAGE]: pageCheck,
}

/**
 * Returns a function that lists what an output of the demo says and a count of its raw events does not: for each number
 * in every table, chart and sentence that reports them. `said` is the output of the demo, which shows its last day.
 */
export function makeNumberCheck(directory: string, said: string): (output: string) => string[] {
  const ever = readRawEvents(directory)
  const days = lastDays(ever, said)
  const within = (some: readonly string[]): RawEvent[] =>
    ever.filter(({ day }) => some.includes(day))
  const months = { ever, now: within(days.slice(DAYS)), before: within(days.slice(0, DAYS)) }
  const monday = mondayOf(days.at(-1) ?? '')
  const weekFrom = (from: number): RawEvent[] =>
    within(Array.from({ length: 7 }, (_, i) => shiftDate(monday, from + i)))
  const weeks = { ever, now: weekFrom(-7), before: weekFrom(-14) }
  const checks = Object.entries(CHECKS).map(([question, make]) => ({
    question,
    check: make(months, weeks),
  }))
  return (output) => {
    const { head, sections } = printedSections(output)
    const stated = [`· ${PAGES} pages are read,`, `· ${ever.length} events are in\n`]
    return [
      ...stated.filter((line) => !head.includes(line)),
      ...checks.flatMap(({ question, check }) => {
        const section = sections.find((one) => one.question === question)
        const problems = section ? check(section, head) : ['is not asked']
        return problems.map((problem) => `${question} ${problem}`)
      }),
    ]
  }
}

/** The Monday of the week that a date is in. */
const mondayOf = (date: string): string =>
  shiftDate(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The days of both months. The last one may have no event yet. */
function lastDays(events: readonly RawEvent[], said: string): string[] {
  const shown = printedSections(said).sections.find(({ question }) => question === DAILY)
  const label = shown?.lines.at(DAYS - 1)?.slice(0, 5) ?? ''
  const last = events.at(-1)?.day ?? ''
  const today = last.endsWith(label) ? last : shiftDate(last, 1)
  return Array.from({ length: 2 * DAYS }, (_, i) => shiftDate(today, i + 1 - 2 * DAYS))
}

/** A range of usual changes, in percent. */
const USUAL = /(?<!\S)(?:-?\d+|any)\.\.(?:-?\d+|any)(?!\S)/g

const isCellTold = (text: string, value: counted.Told): boolean => {
  // A range of usual changes is no count of these events.
  if (value === undefined) return !/\d/.test(text.replace(USUAL, ''))
  return typeof value === 'string' ? isTextTold(text, value) : isTold(text, value)
}

const isRowTold = (cells: readonly string[], row: Row): boolean =>
  cells.every((text, i) => isCellTold(text, row[i]))

/** A verdict that names a direction says which way the number went. */
const isVerdictTrue = (cells: readonly string[], change: number): boolean =>
  (!cells.includes('unusual_up') || change > 0) && (!cells.includes('unusual_down') || change < 0)

const tableCheck =
  ({ rows, name, ranked }: counted.CountedTable): Check =>
  (section) => {
    const printed = printedTable(section).rows
    const wrong = printed.filter((cells) => {
      const named = rows.filter((row) => isTextTold(cells[name] ?? '', String(row[name])))
      return !named.some((row) => isRowTold(cells, row))
    })
    const largest = rows.map((row) => Number(row[ranked ?? 0])).toSorted((a, b) => b - a)
    const isWhole =
      ranked === undefined
        ? printed.length === rows.length
        : printed.length > 0 &&
          printed.every((cells, i) => isTold(cells[ranked] ?? '', largest[i] ?? null))
    return [...wrong.map(String), ...(isWhole ? [] : ['has not the rows that it should have'])]
  }

/** Checks what drove a change: the total, then the largest effects of each dimension and the rest of them. */
function driverCheck(months: counted.Months): Check {
  const { total, ...dimensions } = counted.drivers(months)
  return (section) => {
    const [first = [], ...printed] = printedTable(section).rows
    const wrong = isRowTold(first, total) && isVerdictTrue(first, Number(total[4])) ? [] : ['total']
    if (Number(total[4]) <= 0) wrong.push('did not rise')
    for (const [dimension, rows] of Object.entries(dimensions)) {
      const own = printed.filter(([name]) => name === dimension)
      const largest = rows.toSorted((a, b) => Math.abs(Number(b[4])) - Math.abs(Number(a[4])))
      const shown = own.slice(0, -1)
      const sum = (column: number): number =>
        largest.slice(shown.length).reduce((all, row) => all + Number(row[column]), 0)
      const left = largest.length - shown.length
      const rest = [
        undefined,
        `(${left} ${left === 1 ? 'other' : 'others'})`,
        ...[2, 3, 4, 5].map(sum),
        undefined,
      ]
      const isRight = shown.every((cells) =>
        largest
          .slice(0, shown.length)
          .some((row) => isRowTold(cells, row) && isVerdictTrue(cells, Number(row[4]))),
      )
      if (!isRight || !isRowTold(own.at(-1) ?? [], rest)) wrong.push(dimension)
    }
    return wrong
  }
}

const BAR = /^(\S+)\s+(\d+) AI clicks\s+[█▉▊▋▌▍▎▏]+$/
const SPARKS = '▁▂▃▄▅▆▇█'

/** A chart has a bar for each name, in this order. */
function barProblems(lines: readonly string[], clicks: ReadonlyMap<string, number>): string[] {
  const told = lines.map((line) => BAR.exec(line)?.slice(1, 3).join(' ') ?? line)
  const expected = [...clicks].map(([name, value]) => `${name} ${value}`)
  return told.join() === expected.join() ? [] : [told.join()]
}

function dailyCheck({ now }: counted.Months): Check {
  const days = [...by(now, ({ day }) => day)]
  const clicks = new Map(days.map(([day, events]) => [day.slice(5), count(events, 'ai_click')]))
  const referrals = days.map(([, events]) => count(events, 'referral'))
  const [least, most] = [Math.min(...referrals), Math.max(...referrals)]
  const line = referrals
    .map((value) => SPARKS[Math.round(((value - least) / (most - least)) * (SPARKS.length - 1))])
    .join('')
  return ({ lines }) => {
    const last = lines.at(-1) === `AI referrals  ${line}` ? [] : [String(lines.at(-1))]
    return [...barProblems(lines.slice(0, -2), clicks), ...last]
  }
}

function engineCheck({ now }: counted.Months): Check {
  const clicks = by(
    now.filter(({ kind }) => kind === 'ai_click'),
    ({ engine }) => engine,
  )
  const largest = [...clicks].map(([name, { length }]): [string, number] => [name, length])
  return ({ lines }) => barProblems(lines, new Map(largest.toSorted(([, a], [, b]) => b - a)))
}

/** Checks the pages of a scan, their prompts, and the score that the scan reported. */
const siteCheck: Check = (section, head) => {
  const [[, ...cells] = []] = printedTable(section).rows
  const score = /scores (\d+) of 100/.exec(head)?.[1] ?? ''
  const expected = [PAGES, PAGES, PAGES, score].join()
  return cells.join() === expected ? [] : [cells.join()]
}

/** A page names what readers asked about on it, as often as they did. */
function pageCheck({ now }: counted.Months): Check {
  const pages = by(now, ({ path }) => path)
  return ({ lines }) => {
    const asked = by(
      pages.get(new URL(lines.at(-1)?.trim() ?? '').pathname) ?? [],
      ({ topic }) => topic,
    )
    const told = /about: (.*), in 28 days/.exec(lines.map((line) => line.trim()).join(' '))?.[1]
    const largest = [...asked.values()].map(({ length }) => length).toSorted((a, b) => b - a)
    const topics = [...(told ?? '').matchAll(/([^,].*?) \((\d+)\)/g)]
    const isRight = topics.every(
      ([, label = '', times], i) =>
        asked.get(label.trim())?.length === Number(times) && largest[i] === Number(times),
    )
    return topics.length > 0 && isRight ? [] : [String(told)]
  }
}

const FIRST_DIGIT = /(?<![\w.,])\d/g

/** A line without its usual changes, as long as it was. */
const blanked = (line: string): string => line.replace(USUAL, (text) => ' '.repeat(text.length))

/** Outputs with another first digit in one number of what is checked, one for each. */
export function alteredNumbers(output: string): { line: string; output: string }[] {
  const lines = output.split('\n')
  const { sections } = printedSections(output)
  return sections
    .filter(({ question }) => Object.hasOwn(CHECKS, question))
    .flatMap(({ question, at, lines: shown }) => {
      const end = shown.findIndex((line) => line.endsWith(TOPICS_END))
      const told = question === PAGE ? shown.slice(0, end + 1) : shown
      return told.flatMap((line, i) =>
        [...blanked(line).matchAll(FIRST_DIGIT)].map(({ index }) => {
          const other = `${line.slice(0, index)}${(Number(line[index]) + 1) % 10}${line.slice(index + 1)}`
          return { line: other, output: lines.with(at + i, other).join('\n') }
        }),
      )
    })
}
