import type { NamedPage } from '../../../db/scans/page-name-store.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { SiteLanguages } from '../../domain/language/site-languages.ts'
import { MAX_TITLE_HEADINGS, ownTitle, titledSite } from '../../domain/page/own-title.ts'

/** The number of pages that are read at a time. */
const READ_ROWS = 500
/** The number of pages that get such names; further pages keep the titles and languages that they state. */
const MAX_PAGES = 50_000

type ReadPage = Omit<NamedPage, 'leads'> & { headings: string[]; opening: string }

/**
 * Gives the pages of a site the titles and languages that every list, search, prompt and export shows. Both depend on
 * the whole site: a title that several pages have names no single one of them, and a page with few words is in the
 * language of the others.
 */
export async function settleNames({ pageNames, row }: SiteDb): Promise<void> {
  const pages: ReadPage[] = []
  for (let after = 0; pages.length < MAX_PAGES; after = pages.at(-1)?.num ?? 0) {
    const read = await pageNames.read(after, READ_ROWS)
    pages.push(...read.map(({ leads, ...page }) => ({ ...page, ...beginningOf(page.h1, leads) })))
    if (read.length < READ_ROWS) break
  }
  const offered = pages.filter(({ state }) => state === 'active')
  const startPath = new URL(row.url).pathname
  const site = titledSite({ name: row.name, startPath }, offered.map(titled))
  const languages = new SiteLanguages(offered)
  await pageNames.rename(
    pages.flatMap((page) => {
      const title = ownTitle(titled(page), site)
      return title === page.title ? [] : { num: page.num, path: page.path, title }
    }),
  )
  await pageNames.setLanguages(
    pages.flatMap((page) => {
      const language = languages.of(page)
      return language === null || language === page.language ? [] : { num: page.num, language }
    }),
    // @NOTE the column is written by us alone, and is an object.
    (record, language) => JSON.stringify({ ...(JSON.parse(record) as object), language }),
  )
}

const titled = ({ path, statedTitle, headings, opening, language }: ReadPage) => ({
  path,
  title: statedTitle,
  headings,
  opening,
  language,
})

/** Returns the first headings of a page, and the first text below one of them. */
function beginningOf(h1: string | null, leads: string | null) {
  // @NOTE the column is written by us alone, from the leads of a page record.
  const read = leads === null ? [] : (JSON.parse(leads) as { heading: string; text: string }[])
  const headings = read.slice(0, MAX_TITLE_HEADINGS).map(({ heading }) => heading)
  return {
    headings: h1 === null ? headings : [h1, ...headings],
    opening: read.find(({ text }) => text !== '')?.text ?? '',
  }
}
