import { Readability } from '@mozilla/readability'
import { load } from 'cheerio'
import { parseHTML } from 'linkedom'

/** Reads the main text of a page by the reader library; null where it finds none. */
export function readByLibrary(html: string): string | null {
  // Elements that a page leaves out, such as html, are added first, as browsers do.
  const { document } = parseHTML(load(html).html())
  // Short pages are compared too.
  const article = new Readability(document, { charThreshold: 50 }).parse()
  return typeof article?.content === 'string' ? blockText(article.content) : null
}

const BLOCKS = `p div li td th tr h1 h2 h3 h4 h5 h6 pre br dt dd section article summary details blockquote`

function blockText(html: string): string {
  const $ = load(html)
  $(BLOCKS.split(' ').join(', ')).before(' ').append(' ')
  return $('body').text()
}
