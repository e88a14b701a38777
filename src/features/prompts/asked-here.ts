import { createHash } from 'node:crypto'
import type { AskedWording, ReaderChoice } from '../../../db/site/reader-questions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { questionKey } from '../../domain/prompts/question-key.ts'
import { readerQuestionModeOf } from '../../domain/prompts/reader-question-modes.ts'
import { isForOthers } from '../../domain/prompts/readers-questions.ts'
import { MIN_ASKERS } from '../../domain/topics/privacy.ts'
import { wordingOf } from '../../domain/topics/wording.ts'
import { DAY_MS } from '../../lib/time/clock.ts'

/** The questions that readers asked on pages and that may be offered to others, by page number, most askers first. */
export type AskedHere = ReadonlyMap<number, readonly string[]>

export const READER_STATES = ['waiting', 'let', 'taken'] as const

/** A question that enough readers asked on a page, in the words in which it is shown. */
export interface ReaderQuestion {
  pageNum: number
  text: string
  /** The number of readers who are known to have asked the same in any words; there may be more. */
  askers: number
  state: (typeof READER_STATES)[number]
  /**
   * The hash of the question's meaning; a decision of the owner is stored under it, together with the hash `wording` of
   * its words.
   */
  meaning: string
  wording: string
}

/** The number of past days whose questions count: readers still ask what they asked half a year ago. */
const DAYS = 180
const LIMITS = { minAskers: MIN_ASKERS, perPage: 100, limit: 20_000 }
/** The least number of readers who must have typed the very words that are shown. */
const MIN_TYPISTS = 2
/** The most wordings whose askers are counted together. */
const MAX_COUNTED = 5_000

/**
 * Reads the questions of readers that a site offers to others now, in the mode that its owner chose: no questions,
 * those that the owner let, or all that the owner did not take away.
 */
export async function readAskedHere(site: SiteDb, now: number): Promise<AskedHere> {
  const mode = readerQuestionModeOf(site.row)
  const byPage = new Map<number, string[]>()
  if (mode === 'none') return byPage
  for (const { pageNum, text, state } of await readReaderQuestions(site, now)) {
    const isOffered = state === 'let' || (state === 'waiting' && mode === 'all')
    if (isOffered) byPage.set(pageNum, [...(byPage.get(pageNum) ?? []), text])
  }
  return byPage
}

/**
 * Reads the questions that at least five people asked on a page of a site, in any words, most askers first. Each is
 * shown in words that at least two of them typed. The list is empty while the site does not keep the words of
 * questions, although some words from before may be stored.
 */
export async function readReaderQuestions(
  { row, readerQuestions: store }: SiteDb,
  now: number,
): Promise<ReaderQuestion[]> {
  if (row.question_mode !== 'full') return []
  const fromMs = now - DAYS * DAY_MS
  const groups = meaningsOf(await store.asked({ fromMs, ...LIMITS }), row.language ?? 'en')
  const together = groups.flatMap((group, i) =>
    isToBeCounted(group) ? group.wordings.map((one) => ({ group: i, ...one })) : [],
  )
  const counted = await store.countAskers(fromMs, together.slice(0, MAX_COUNTED))
  const choices = new Choices(await store.choices())
  return groups
    .map((group, i) => ({ ...group, askers: counted.get(i) ?? mostAskers(group) }))
    .filter(({ askers }) => askers >= MIN_ASKERS)
    .flatMap((group) => choices.shown(group))
    .toSorted((a, b) => b.askers - a.askers)
}

interface Meaning {
  pageNum: number
  meaning: string
  wordings: AskedWording[]
}

function meaningsOf(asked: readonly AskedWording[], language: string): Meaning[] {
  const groups = new Map<string, Meaning>()
  for (const wording of asked) {
    const { pageNum, text } = wording
    const meaning = hashed(questionKey(text, language))
    const group = groups.get(`${pageNum} ${meaning}`)
    if (group) group.wordings.push(wording)
    else groups.set(`${pageNum} ${meaning}`, { pageNum, meaning, wordings: [wording] })
  }
  return [...groups.values()]
}

const mostAskers = ({ wordings }: Meaning): number =>
  wordings.reduce((most, { askers }) => Math.max(most, askers), 0)

/** True for a meaning of which no single wording has enough askers, while all its wordings together may have enough. */
const isToBeCounted = (group: Meaning): boolean =>
  mostAskers(group) < MIN_ASKERS &&
  group.wordings.reduce((sum, { askers }) => sum + askers, 0) >= MIN_ASKERS

/** Applies the decisions of a site's owner to questions of readers. */
class Choices {
  readonly #choices = new Map<string, ReaderChoice>()
  readonly #taken = new Set<string>()

  constructor(choices: readonly ReaderChoice[]) {
    for (const choice of choices) {
      this.#choices.set(`${choice.pageNum} ${choice.meaning}`, choice)
      if (!choice.isLet) this.#taken.add(`${choice.pageNum} ${choice.wording}`)
    }
  }

  /**
   * Returns the question of a meaning in the words that the owner let be offered, as long as readers type them,
   * otherwise in the first wording that enough readers typed; nothing where there is no such wording.
   */
  shown({ pageNum, meaning, wordings, askers }: Meaning & { askers: number }): ReaderQuestion[] {
    const typed = wordings.filter((one) => one.askers >= MIN_TYPISTS && isForOthers(one.text))
    const choice = this.#choices.get(`${pageNum} ${meaning}`)
    const isLet = (text: string): boolean =>
      choice?.isLet === true && choice.wording === hashOfWords(text)
    const text = (typed.find((one) => isLet(one.text)) ?? typed[0])?.text
    if (text === undefined) return []
    const isTaken =
      choice?.isLet === false ||
      wordings.some((one) => this.#taken.has(`${pageNum} ${hashOfWords(one.text)}`))
    const state = isTaken ? 'taken' : isLet(text) ? 'let' : 'waiting'
    return [{ pageNum, text, askers, state, meaning, wording: hashOfWords(text) }]
  }
}

/** Returns the hashes of a question's meaning and words, under which the owner's decision about it is stored. */
export const hashesOf = (text: string, language: string | null) => ({
  meaning: hashed(questionKey(text, language ?? 'en')),
  wording: hashOfWords(text),
})

const hashOfWords = (text: string): string => hashed(wordingOf(text))

const hashed = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)
