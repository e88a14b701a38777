import * as z from 'zod'
import type { SiteRow } from '../../../db/site-row.ts'
import { brandOf, type Brand, type Competitor } from '../../domain/citations/brand.ts'
import { matchForm } from '../../domain/citations/match-form.ts'
import { isPartOfWords } from '../../domain/citations/unspaced-scripts.ts'
import { cleanQueryLine, hasSeenWords } from '../../domain/citations/query-text.ts'
import { findRegistrableDomain } from '../../lib/web/registrable-domain.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { checkEach } from '../../kernel/door/every-refusal.ts'
import { domainsOf, isWithin, readSiteHost } from '../../kernel/names/site-host.ts'

const MAX_NAME_CHARS = 100

const Name = z
  .string()
  .overwrite((name) => cleanQueryLine(name, MAX_NAME_CHARS))
  .min(1)
  .max(MAX_NAME_CHARS)
  .refine(hasSeenWords, 'Must be one line of words, without characters that nobody sees')
  .refine(
    (name) => !isPartOfWords(name),
    'One character of a script without blanks stands in many words: write a longer name',
  )

/** A brand as its owner writes it. */
export const BrandInput = z
  .strictObject({
    names: z.array(Name).max(20).default([]).describe('Names of the site besides its own'),
    competitors: z
      .array(
        z.strictObject({
          name: Name,
          domains: z
            .array(z.string().min(1).max(253))
            .max(10)
            .default([])
            .describe('Hosts, or addresses there; what is below a domain is its own'),
          aliases: z.array(Name).max(10).default([]).describe('Other names that it goes by'),
        }),
      )
      .max(20)
      .default([]),
  })
  .describe('What answers of AI engines are read for')

/** A brand as a site shows it, with all its fields. */
export const ShownBrand = z.object({
  names: z.array(z.string()),
  competitors: z.array(
    z.object({ name: z.string(), domains: z.array(z.string()), aliases: z.array(z.string()) }),
  ),
})

export const shownBrand = (row: Pick<SiteRow, 'brand'>): z.input<typeof ShownBrand> => {
  const { names, competitors } = brandOf(row)
  return {
    names: [...names],
    competitors: competitors.map(({ name, domains, aliases }) => ({
      name,
      domains: [...domains],
      aliases: [...aliases],
    })),
  }
}

type Written = z.output<typeof BrandInput>
type OwnSite = Pick<SiteRow, 'domain' | 'aliases'>

/**
 * Returns the column that stores a changed brand. Throws VALIDATION_FAILED for a domain or name that two of the site
 * and its competitors would share.
 */
export function brandColumns(
  site: OwnSite,
  brand: Written | null | undefined,
): Partial<Pick<SiteRow, 'brand'>> {
  if (brand === undefined) return {}
  const read = brand && readBrand(site, brand)
  const isNone = !read || read.names.length + read.competitors.length === 0
  return { brand: isNone ? null : JSON.stringify(read) }
}

/**
 * Returns the part of a stored brand that the audit log shows: the names of the site and its competitors, without
 * aliases and domains.
 */
export const auditedBrand = (column: string | null) => {
  const { names, competitors } = brandOf({ brand: column })
  return { names, competitors: competitors.map(({ name }) => name) }
}

function readBrand(site: OwnSite, { names, competitors }: Written): Brand {
  const takenNames = new Map<string, number>()
  const takenDomains = new Map<string, number>()
  const own = distinct(names)
  for (const name of own) takenNames.set(matchForm(name), OWN)
  const read: Competitor[] = []
  checkEach(competitors, ({ name, aliases, domains }, i) => {
    const place = `brand.competitors[${i}]`
    let hosts: string[] = []
    const checks = [
      () => takeName(takenNames, name, i, `${place}.name`),
      ...aliases.map(
        (alias, at) => () => takeName(takenNames, alias, i, `${place}.aliases[${at}]`),
      ),
      () => {
        hosts = readHosts(site, takenDomains, domains, i)
      },
    ]
    checkEach(checks, (check) => check())
    const others = distinct(aliases).filter((alias) => matchForm(alias) !== matchForm(name))
    read.push({ name, domains: hosts, aliases: others })
  })
  return { names: own, competitors: read }
}

/** The number that stands for the site itself among the owners of names; competitors are numbered from 0. */
const OWN = -1

function takeName(taken: Map<string, number>, name: string, by: number, path: string): void {
  const key = matchForm(name)
  const holder = taken.get(key) ?? by
  taken.set(key, holder)
  if (holder === by) return
  const whose = holder === OWN ? 'the site itself' : 'another competitor'
  throw invalidField(
    path,
    'duplicate',
    `Is a name of ${whose}, and answers could not be told apart`,
  )
}

function readHosts(
  site: OwnSite,
  taken: Map<string, number>,
  domains: readonly string[],
  by: number,
): string[] {
  const hosts = new Set<string>()
  checkEach(domains, (text, at) => {
    const path = `brand.competitors[${by}].domains[${at}]`
    const host = readSiteHost(text, path)
    if (findRegistrableDomain(host) === undefined) {
      throw invalidField(
        path,
        'public_suffix',
        `${host} is no domain of one owner; name one below it`,
      )
    }
    if (domainsOf(site).some((own) => isWithin(host, own))) {
      throw invalidField(path, 'own_domain', `${host} is a domain of the site itself`)
    }
    const holder = taken.get(host) ?? by
    taken.set(host, holder)
    if (holder !== by) {
      throw invalidField(path, 'duplicate', `${host} is a domain of another competitor`)
    }
    hosts.add(host)
  })
  return [...hosts]
}

/** Returns the names without repetitions; names that differ only in case are the same. */
const distinct = (names: readonly string[]): string[] =>
  [...new Map(names.toReversed().map((name) => [matchForm(name), name])).values()].toReversed()
