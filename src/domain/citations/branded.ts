import { domainToUnicode } from 'node:url'
import type { ReadingSubject } from './answer-reader.ts'
import { ownNames } from './brand-names.ts'
import { matchForm } from './match-form.ts'
import { UNSPACED_SCRIPTS } from './unspaced-scripts.ts'

const IN_WORD = `(?!${UNSPACED_SCRIPTS})[\\p{L}\\p{N}\\p{M}]`
const IN_LABEL = `(?!${UNSPACED_SCRIPTS})[\\p{L}\\p{N}\\p{M}-]`
const WORD_EDGE = new RegExp(`^${IN_WORD}`, 'u')
const LAST_CHAR = /.$/u

/** Dashes and low lines join words that others write apart. */
const JOINTS = /[\p{Pd}_]+/gu

const apart = (text: string): string => matchForm(text.replaceAll(JOINTS, ' '))

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * Makes the pattern of a name: no word or host may go on before or behind it, except at an end of the name that is a
 * mark.
 */
function patternOfName(name: string): string {
  const text = apart(name)
  const before = WORD_EDGE.test(text) ? `(?<!${IN_WORD}\\.?)` : ''
  const behind = WORD_EDGE.test(LAST_CHAR.exec(text)?.[0] ?? '') ? `(?!\\.?${IN_WORD})` : ''
  return `${before}${literally(text)}${behind}`
}

/**
 * Makes the pattern of a domain: no label may go on. Labels before it are hosts below it, and labels behind it make
 * another domain.
 */
const patternOfDomain = (domain: string): string =>
  `(?<!${IN_LABEL})${literally(domain)}(?!${IN_LABEL}|\\.${IN_LABEL})`

const anyOf = (patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'u')

/**
 * Makes the test of whether a text names a site: by the names that answers are read for, or by one of its domains in either
 * spelling.
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
