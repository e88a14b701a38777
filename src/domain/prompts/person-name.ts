import { stopWordsOf } from './stop-words.ts'

const MIN_WORDS = 2
const MAX_WORDS = 6
/** What stands before and behind a name: `Dr. Ada Ferris, PhD`. */
const ADDRESSED =
  /^(?:(?:Dr|Dra|Prof|Mrs?|Ms|Mx|Sra?|Herr|Frau|Mme|M|Sir|Dame|Ing|Lic|Rev)\.? )+(?=\p{Lu})/u
const BEHIND_NAME = /,.*$| ?\(.*$| [|–—-] .*$/su
const PARTICLE =
  /^(?:van|von|zu|de|del|della|di|da|dos|das|do|du|la|le|el|y|e|der|den|ter|ten|bin|al|ap)$/u
const NAME =
  /^\p{Lu}(?:\p{Ll}+(?:['’-]\p{Lu}?\p{Ll}+)*|['’]\p{Lu}\p{Ll}+|\p{Ll}+\p{Lu}\p{Ll}+|\.)$/u

/** The name in the title of a page about a person, without degrees; undefined for what cannot be one. */
export function personNamedIn(title: string, language: string): string | undefined {
  const name = title.replace(ADDRESSED, '').replace(BEHIND_NAME, '').trim()
  const words = name.split(' ')
  if (words.length < MIN_WORDS || words.length > MAX_WORDS) return undefined
  const areNames = words.every(
    (word, at) => NAME.test(word) || (at > 0 && at < words.length - 1 && PARTICLE.test(word)),
  )
  return areNames && isPerson(name, language) ? name : undefined
}

/** Words that begin a sentence, articles, and words of companies are no part of a name. */
export const isPerson = (name: string, language: string): boolean =>
  !ORGANIZATION.test(name) &&
  !/^L['’]/u.test(name) &&
  name.split(' ').every((word, at) => at > 0 || !stopWordsOf(language).has(word.toLowerCase()))

const ORGANIZATION =
  /(?:^| )(?:Universit\p{L}*|Univers\p{L}+|Company|Group|Gruppe|Team|Inc|Ltd|GmbH|AG|Foundation|Stiftung|Fundación|Fondation|Institut\p{L}*|Verein|Association|Bank|Museum|School|Project|Fund|Labs?|Studios?|Ventures|Software|Systems|Corp\p{L}*)(?: |$)/u
