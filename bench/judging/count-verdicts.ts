import { ORIGINS, type JudgedQuestion, type Sheet, type SheetSite } from './sheet.ts'

/** A part of a number. */
export interface Share {
  some: number
  of: number
}

/** A reader's verdicts on pages. */
export interface Verdicts {
  language: Share
  type: Share
  /** Types that are wrong, and not merely less than the best one. */
  wrongType: Share
  title: Share
  text: Share
  name: Share
  /** Sets of questions that are acceptable, of those that were offered. */
  sets: Share
}

/** The questions of one origin. */
interface OriginVerdicts {
  origin: (typeof ORIGINS)[number]
  questions: number
  good: number
  acceptable: number
  filler: number
  wrong: number
  /** A set counts for each origin that it has questions of, by these alone. */
  sets: Share
}

const share = <T>(all: readonly T[], isSome: (one: T) => boolean): Share => ({
  some: all.filter(isSome).length,
  of: all.length,
})

/** A set is acceptable where each of its questions is good or acceptable. */
const isAcceptable = (questions: readonly JudgedQuestion[]): boolean =>
  questions.every(({ verdict }) => verdict === 'good' || verdict === 'acceptable')

export function sheetVerdicts(sites: readonly SheetSite[]): Verdicts {
  const pages = sites.flatMap((site) => site.pages)
  const judged = pages.flatMap(({ verdicts }) => verdicts ?? [])
  const sets = pages.map(({ questions }) => questions).filter(({ length }) => length > 0)
  return {
    language: share(judged, ({ language }) => language === 'ok'),
    type: share(judged, ({ type }) => type === 'ok'),
    wrongType: share(judged, ({ type }) => type === 'wrong'),
    title: share(judged, ({ title }) => title === 'ok'),
    text: share(judged, ({ text }) => text === 'ok'),
    name: share(sites, ({ verdicts }) => verdicts.name === 'ok'),
    sets: share(sets, isAcceptable),
  }
}

/** The verdicts of the questions of each origin that the sheet has. */
export function verdictsByOrigin({ sites }: Sheet): OriginVerdicts[] {
  const all = sites.flatMap(({ pages }) => pages.map(({ questions }) => questions))
  return ORIGINS.flatMap((origin) => {
    const sets = all
      .map((questions) => questions.filter((one) => one.origin === origin))
      .filter(({ length }) => length > 0)
    if (sets.length === 0) return []
    const questions = sets.flat()
    const count = (wanted: string): number =>
      questions.filter(({ verdict }) => verdict === wanted).length
    return [
      {
        origin,
        questions: questions.length,
        good: count('good'),
        acceptable: count('acceptable'),
        filler: count('filler'),
        wrong: count('wrong'),
        sets: share(sets, isAcceptable),
      },
    ]
  })
}

const MIN_SETS = 0.85
const MIN_RIGHT = 0.95
const MAX_WRONG_TYPES = 0.02

const isBelow = ({ some, of }: Share, limit: number): boolean => some < limit * of

/** Names the limits that are not met; a share of nothing meets its limit. */
export function missedLimits(sheet: Sheet): string[] {
  const { language, title, name, wrongType, sets } = sheetVerdicts(sheet.sites)
  const hasFiller = verdictsByOrigin(sheet).some(({ filler }) => filler > 0)
  return [
    ...(isBelow(language, MIN_RIGHT) ? ['languages right on 95 %'] : []),
    ...(isBelow(title, MIN_RIGHT) ? ['titles right on 95 %'] : []),
    ...(isBelow(name, MIN_RIGHT) ? ['names right on 95 %'] : []),
    ...(wrongType.some > MAX_WRONG_TYPES * wrongType.of ? ['types wrong on at most 2 %'] : []),
    ...(isBelow(sets, MIN_SETS) ? ['85 % of the sets acceptable'] : []),
    ...(hasFiller ? ['no filler'] : []),
  ]
}
