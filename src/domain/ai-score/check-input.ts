import type { PageType } from '../page/page-types.ts'
import { botAccess, type BotAccess } from './effective-robots.ts'
import type { Observation } from './observation.ts'
import { namesOf, type PageNames } from './page-names.ts'
import { readDates, type PageDates } from './stated-dates.ts'
import type { ParsedPage } from '../html/read-page.ts'
import { pageTypeOf } from '../prompts/page-type.ts'

/**
 * The page that an answer holds, with conclusions that several checks draw from it; each is drawn once, when it is
 * first asked for.
 */
export class AnsweredPage {
  readonly facts: ParsedPage
  /** The address at which the redirects ended. */
  readonly url: string
  readonly status: number
  readonly #observation: Observation
  #kind: PageType | undefined
  #names: PageNames | undefined
  #dates: PageDates | undefined

  constructor(facts: ParsedPage, observation: Observation) {
    const { finalUrl, status } = observation.target
    this.facts = facts
    this.url = finalUrl
    this.status = status
    this.#observation = observation
  }

  get kind(): PageType {
    return (this.#kind ??= pageKind(this.facts, this.url))
  }

  get names(): PageNames {
    return (this.#names ??= namesOf(this.facts))
  }

  get dates(): PageDates {
    return (this.#dates ??= readDates(this.facts, this.#observation))
  }
}

/** An observation in the form that checks receive. */
export interface CheckInput extends Observation {
  /** The page that was answered; null where the answer is no HTML. */
  readonly page: AnsweredPage | null
  /** The result of `botAccess`, made once for all checks. */
  readonly access: readonly BotAccess[] | null
}

/** Prepares an observation for its checks. */
export function toCheckInput(
  observation: Observation,
  page = observation.target.page && new AnsweredPage(observation.target.page, observation),
): CheckInput {
  let access: readonly BotAccess[] | null | undefined
  return {
    ...observation,
    page,
    get access() {
      return (access ??= botAccess(observation))
    },
  }
}

/** Returns the kind of a page, by its own statements and its address. */
export const pageKind = ({ statedType: stated, isDated }: ParsedPage, url: string): PageType =>
  pageTypeOf({ path: new URL(url).pathname, stated, isDated }).type
