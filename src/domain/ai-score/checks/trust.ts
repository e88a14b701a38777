import type { ParsedPage } from '../../html/read-page.ts'
import {
  failIf,
  failOrWarn,
  finding,
  worstFinding,
  warnIf,
  type CheckFinding,
  type Problem,
} from '../finding.ts'
import {
  hasValue,
  isOfType,
  textsOf,
  thingsOf,
  topThings,
  typesOf,
  type Thing,
} from '../json-ld-things.ts'
import { onPage, type CheckEvaluator, type EvidenceSource } from '../page-checks.ts'
import { bylineName } from '../byline.ts'
import { shownDates } from '../shown-dates.ts'
import { dayOf, daysBetween, deployDates, statedDates, type PageDates } from '../stated-dates.ts'
import { dateNeedOf, TYPE_RULES, type DateNeed, type TypeRule } from '../type-rules.ts'
import type { PageType } from '../../page/page-types.ts'
import { isVisibleName, isVisiblePrice, visibleText } from '../visible-text.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'
import { inQuotes } from '../../../lib/text/in-quotes.ts'

/** The most days between the dates of sitemap and page that are no contradiction. */
const MAX_APART_DAYS = 31
/** The most days by which two statements of one date may differ because of time zones. */
const MAX_ZONE_DAYS = 2
/** Matches the schema.org types of which a page normally describes a single thing. */
const SINGLE = /^(?:\w{0,40}Article|BlogPosting|Report|Product|Recipe|Event)$/
const LISTS = /^(?:CollectionPage|ItemList|Blog|SearchResultsPage|ProductGroup|OfferCatalog)$/
const NAMED = /^(?:\w{0,30}Organization|\w{0,30}Business|Corporation|Store|Person)$/

const validData = onPage((page, seen) => {
  const { blocks, errors } = page.jsonLd
  if (blocks.length === 0 && errors.length === 0) {
    return finding('na', seen, ['There is no JSON-LD to look at.'])
  }
  const things = topThings(blocks)
  return worstFinding(
    seen,
    [
      failIf(errors.length > 0, `Blocks that do not parse: ${errors.length} (${errors[0]}).`),
      failIf(errors.length === 0 && things.length === 0, 'No thing in the JSON-LD has a type.'),
      ...(page.isShell ? [] : mismatches(page, things)),
    ],
    { good: `Types: ${page.jsonLd.types.join(', ')}.` },
  )
})

function mismatches(page: ParsedPage, things: readonly Thing[]): (Problem | null)[] {
  const visible = visibleText(page)
  const single = things.filter((thing) => isOfType(thing, SINGLE))
  const names = single.flatMap((thing) => textsOf(thing['headline'] ?? thing['name']).slice(0, 1))
  const hidden = names.find((name) => !isVisibleName(name, visible))
  const prices = things.flatMap(({ offers }) =>
    thingsOf(offers).flatMap(({ price }) => textsOf(price)),
  )
  const hiddenPrice = prices.slice(0, 20).find((price) => !isVisiblePrice(price, visible))
  const isList = things.some((thing) => isOfType(thing, LISTS))
  const { datePublished, dateModified } = page.jsonLd
  return [
    warnIf(hidden !== undefined, `The page does not show the name ${inQuotes(hidden ?? '')}.`),
    warnIf(hiddenPrice !== undefined, `The page does not show the price ${hiddenPrice}.`),
    warnIf(
      !isList && new Set(names).size > 1,
      `It is said to be several things: ${names.join('; ')}.`,
    ),
    warnIf(
      daysBetween(datePublished ?? '', dateModified ?? '') < -1,
      `Changed on ${dateModified}, before it was published on ${datePublished}.`,
    ),
    otherDate(page),
  ]
}

/** Finds a date that the page shows as its own, while its structured data states another one. */
function otherDate({ mainText, jsonLd }: ParsedPage): Problem | null {
  const stated = [jsonLd.datePublished, jsonLd.dateModified].filter((date) => date !== null)
  const shown = stated.length === 0 ? [] : shownDates(mainText)
  const [first] = shown
  const isStated = (day: string): boolean =>
    stated.some((date) => Math.abs(daysBetween(date, day)) < MAX_ZONE_DAYS)
  return warnIf(
    first !== undefined && !shown.some(isStated),
    `The page shows the date ${first}, its data says ${stated.map((at) => at.slice(0, 10)).join(', ')}.`,
  )
}

const fittingData = onPage((page, seen) => {
  const { kind } = seen
  const rules = TYPE_RULES[kind]
  const things = topThings(page.jsonLd.blocks)
  if (things.length === 0) {
    const none = `A page of the kind ${kind} has no JSON-LD.${wantedBy(rules)}`
    return finding(SHOWN_BY_DATA.has(kind) ? 'warn' : 'na', seen, [none])
  }
  for (const { types: pattern, required } of rules ?? []) {
    const thing = things.find((one) => isOfType(one, pattern))
    if (thing !== undefined) return judgeThing(seen, thing, required)
  }
  const unfit = warnIf(
    rules !== undefined,
    `No type fits a page of the kind ${kind}.${wantedBy(rules)}`,
  )
  return worstFinding(seen, [unfit], {
    excerpt: `Types: ${things.flatMap(typesOf).join(', ')}`,
    good: `No type is asked of a page of the kind ${kind}.`,
  })
})

/** Kinds of pages that engines show by their structured data; pages of other kinds need no such data. */
const SHOWN_BY_DATA: ReadonlySet<PageType> = new Set(['article', 'product', 'event', 'recipe'])

/** Names the first type of the rules, which fits best, together with its properties. */
function wantedBy(rules: readonly TypeRule[] = []): string {
  const [rule] = rules
  return rule ? ` It wants ${rule.name} with ${listed(rule.required)}.` : ''
}

const listed = (properties: readonly string[]): string =>
  properties.join(', ').replaceAll('|', ' or ')

function judgeThing(seen: EvidenceSource, thing: Thing, required: readonly string[]): CheckFinding {
  const missing = required.filter(
    (names) => !names.split('|').some((name) => hasValue(thing, name)),
  )
  const type = typesOf(thing).join(', ')
  const isEmpty = missing.length === required.length
  const text = `${type} lacks ${listed(missing)}.`
  return worstFinding(seen, [failOrWarn(isEmpty, missing.length > 0, text)], {
    good: `${type} is complete.`,
  })
}

const namedSource = onPage((page, seen) => {
  const { author, authorSource, jsonLd } = page
  const things = topThings(jsonLd.blocks)
  const makers = [
    ...things.flatMap(({ author: by, publisher, brand }) =>
      [by, publisher, brand].flatMap(thingsOf),
    ),
    ...things.filter((thing) => isOfType(thing, NAMED)),
  ]
  const name =
    author ??
    jsonLd.publisher ??
    makers.flatMap((maker) => textsOf(maker['name']))[0] ??
    bylineName(page.mainText)
  const isLinked =
    authorSource === 'link' ||
    page.links.some(({ text }) => text.length >= MIN_NAME && name?.includes(text) === true) ||
    makers.some((maker) =>
      ['url', 'sameAs', '@id'].some((key) => textsOf(maker[key]).some(isWebAddress)),
    )
  // Readers of other pages look for the site and not for a person.
  const isArticle = seen.kind === 'article'
  if (name === null && !isArticle) return finding('na', seen, ['Nobody is named; nobody has to.'])
  return worstFinding(
    seen,
    [
      failIf(name === null, 'Neither an author nor a publisher is named.'),
      warnIf(
        isArticle && name !== null && !isLinked,
        'The name has no link by which it could be looked up.',
      ),
    ],
    { excerpt: name, good: `Named by ${authorSource ?? 'structured data'}.` },
  )
})

/** The least characters of a link text that is looked for in a name; shorter ones occur in names by chance. */
const MIN_NAME = 4

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

const currentDate = onPage((_, seen, observation) => {
  const { nowMs } = observation
  const deployedAt = deployDates(observation)
  const { dates, kind } = seen
  return judgeAge({ dates, dateNeed: dateNeedOf(kind) }, seen, { nowMs, deployedAt })
})

const NO_DATE = 'No date is stated.'
const SHARED_DATE = 'Last-Modified is when the whole site was put on its server.'

/** The places of a date, in words for people. */
const WHERE = {
  page: 'in the markup',
  shown: 'in the text',
  sitemap: 'in the sitemap',
  http: 'in Last-Modified',
} as const

/** Judges the age of a page by dates that may have been read at an earlier time. */
export function judgeAge(
  { dates, dateNeed }: { dates: PageDates; dateNeed: DateNeed },
  seen: EvidenceSource,
  { nowMs, deployedAt }: { nowMs: number; deployedAt: readonly string[] },
): CheckFinding {
  const { newest, future, contradicting } = statedDates(dates, nowMs, deployedAt)
  const early = `The date ${dayOf(future)} is in the future.`
  if (newest === undefined) {
    const none = dates.http === null ? NO_DATE : `${NO_DATE} ${SHARED_DATE}`
    const text = future === undefined ? none : early
    if (dateNeed === 'none') return finding('na', seen, [text])
    return worstFinding(seen, [failOrWarn(dateNeed === 'wanted', true, text)])
  }
  const age = Math.floor(daysBetween(newest.at, new Date(nowMs).toISOString()))
  const text = `The newest date is ${dayOf(newest)} (${WHERE[newest.from]}), ${pluralize(age, 'day')} ago.`
  const apart = Math.abs(daysBetween(newest.at, contradicting?.at ?? newest.at))
  return worstFinding(
    seen,
    [
      warnIf(future !== undefined, early),
      warnIf(apart > MAX_APART_DAYS, `The sitemap says ${dayOf(contradicting)}.`),
    ],
    { good: text },
  )
}

export const TRUST = {
  D1: validData,
  D2: fittingData,
  D3: namedSource,
  D4: currentDate,
} satisfies Record<string, CheckEvaluator>
