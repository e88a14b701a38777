import { domainToUnicode } from 'node:url'
import type { ReadingSubject } from './answer-reader.ts'
import { ownNames } from './brand-names.ts'
import { matchForm } from './match-form.ts'
import { UNSPACED_SCRIPTS } from './unspaced-scripts.ts'

const IN_WORD = `(?!${UNSPACED_SCRIPTS})[\\p{L}\\p{N}\\p{M}]`
const IN_LABEL = `(?!${UNSPACED_SCRIPTS})[\\p{L}\\p{N}\\p{M}-]`
const WORD_EDGE = new RegExp(`^${IN_WORD}`, 'u')
const LAST_CHAR = /.$/u

/** Matches dashes and low lines, which join words that others write apart. */
const JOINTS = /[\p{Pd}_]+/gu

const apart = (text: string): string => matchForm(text.replaceAll(JOINTS, ' '))

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * Returns the pattern of a name as a whole: no word or host may go on before or behind it. An end of the name that is
 * no letter or digit may touch a word.
 */
function patternOfName(name: string): string {
  const text = apart(name)
  const before = WORD_EDGE.test(text) ? `(?<!${IN_WORD}\\.?)` : ''
  const behind = WORD_EDGE.test(LAST_CHAR.exec(text)?.[0] ?? '') ? `(?!\\.?${IN_WORD})` : ''
  return `${before}${literally(text)}${behind}`
}

/**
 * Returns the pattern of a domain. Hosts below the domain fit too; a longer label, or further labels behind it, make
 * another domain.
 */
const patternOfDomain = (domain: string): string =>
  `(?<!${IN_LABEL})${literally(domain)}(?!${IN_LABEL}|\\.${IN_LABEL})`

const anyOf = (patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'u')

/**
 * Returns a function that tells whether a text names a site: by one of its own names, or by one of its domains in
 * either spelling.
 */
export function brandedBy({ hosts, brand, siteName }: ReadingSubject): (text: string) => boolean {
  const names = ownNames(brand, siteName).filter((name) => apart(name) !== '')
  const spelt = new Set(
    hosts.flatMap((host) => [host, domainToUnicode(host)]).filter((domain) => domain !== ''),
  )
  const byName = names.length > 0 ? anyOf(names.map(patternOfName)) : undefined
  const byDomain = anyOf([...spelt].map(patternOfDomain))
  return (text) => byDomain.test(matchForm(text)) || byName?.test(apart(text)) === true
}
