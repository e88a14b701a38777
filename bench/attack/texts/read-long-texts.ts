import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { canBeGiven, plainArguments } from './argument-values.ts'
import { DOORS, type Door } from './doors.ts'
import { findReaders, isText, type DeclaredReader } from './find-readers.ts'
import { INPUT_DOORS } from './input-doors.ts'
import { LONG_TEXTS, type LongText } from './long-texts.ts'
import { FULL_SCALE, measureGrowth, SHORT_SCALE, type Scale } from './measure-growth.ts'

/** Folders whose functions are given what callers, visitors and pages write. */
const FOLDERS = [
  'src/protocol',
  'src/domain',
  'src/lib/text',
  'src/lib/web',
  'src/kernel',
  'src/auth',
  'src/net',
  'src/http',
  'src/mcp',
  'src/features',
  'db/search',
]

const root = join(import.meta.dirname, '../../..')

export interface LongTextReport {
  /** Functions that were tried, by each of their parameters that takes a text. */
  tried: number
  /** The functions whose work grows faster than their text, with the worst text of each. */
  broken: string[]
}

/** In the short form a function gets one text in eight, and the next function gets others. */
const SHARE = 8

/** Reads the phrases of our rules, which no caller writes. */
const OWN_DATA = ['src/protocol/lint/parse-phrase.ts']

/**
 * Calls every function that reads a text with the long texts, and reports those whose work grows faster than the text.
 */
export async function readLongTexts({ isShort }: { isShort: boolean }): Promise<LongTextReport> {
  const scale = isShort ? SHORT_SCALE : FULL_SCALE
  const report: LongTextReport = { tried: 0, broken: [] }
  const doors: Door[] = [...DOORS, ...INPUT_DOORS]
  for (const reader of findReaders(FOLDERS)) {
    if (OWN_DATA.includes(reader.file)) continue
    if (canBeGiven(reader.parameters)) doors.push(...(await doorsOf(reader)))
  }
  for (const [place, door] of doors.entries()) {
    report.tried += 1
    const worst = worstOf(door, textsFor(place, isShort ? SHARE : 1), scale)
    if (worst !== undefined) report.broken.push(worst)
  }
  return report
}

/** Returns a reader's share of the texts, each in one of its forms; the reader after it gets the next form. */
const textsFor = (place: number, share: number): LongText[] =>
  LONG_TEXTS.filter((_, i) => i % share === place % share).map(
    (forms, i) => forms[(place + i) % forms.length] ?? forms[0],
  )

async function doorsOf({ file, name, parameters }: DeclaredReader): Promise<Door[]> {
  // @NOTE what a module exports is known when it runs.
  const module = (await import(pathToFileURL(join(root, file)).href)) as Record<
    string,
    (...given: unknown[]) => unknown
  >
  const given = plainArguments(parameters)
  return parameters.flatMap((parameter, place) =>
    isText(parameter)
      ? [
          {
            name: `${name} of ${parameter.name} (${file})`,
            read: (text: string) => exhaust(module[name]?.(...given.with(place, text))),
          },
        ]
      : [],
  )
}

/** Runs a generator to its end, since it does nothing before. A promise that rejects is not a fault here. */
function exhaust(result: unknown): void {
  if (result instanceof Promise) result.catch(String)
  else if (isGenerator(result)) for (const one of result) String(one)
}

const isGenerator = (result: unknown): result is Iterable<unknown> =>
  Object.prototype.toString.call(result) === '[object Generator]'

function worstOf({ name, read }: Door, texts: readonly LongText[], scale: Scale) {
  let worst: { ms: number; told: string } | undefined
  for (const text of texts) {
    const work = (count: number): void => {
      try {
        read(text.of(count))
      } catch (error) {
        // A refusal is an answer, and may take no longer either.
        String(error)
      }
    }
    const { manyMs: ms, ratio, isLinear } = measureGrowth(work, scale)
    if (isLinear || ms <= (worst?.ms ?? 0)) continue
    const figures = `${ms.toFixed(1)} ms, ${ratio.toFixed(1)} times as long for four times the text`
    worst = { ms, told: `${name}: ${text.label}, ${figures}` }
  }
  return worst?.told
}
