import { load } from 'cheerio'
import * as z from 'zod/v4'

/** Reads the main text of a page; null where the library finds none. */
export type ReadText = (html: string) => string | null

/** The library that pages are compared with, its parser included. */
const READER = '@mozilla/readability'
const PARSER = '@mozilla/readability/JSDOMParser.js'

const Reader = z.custom<new (page: object, options: object) => { parse: () => unknown }>(isClass)
const Parser = z.custom<new () => { parse: (xml: string) => object }>(isClass)
const Module = z.object({ default: z.unknown(), Readability: z.unknown() }).partial()
const Article = z.object({ content: z.string() }).nullable()

function isClass(value: unknown): boolean {
  return typeof value === 'function'
}

/** Imports the library; undefined where it is not installed. */
export async function importReader(): Promise<ReadText | undefined> {
  const module = await importIfInstalled(READER)
  const parser = await importIfInstalled(PARSER)
  if (module === undefined || parser === undefined) return undefined
  const Readability = Reader.parse(Module.parse(module).Readability)
  const DomParser = Parser.parse(Module.parse(parser).default)
  return (html) => {
    const page = new DomParser().parse(wellFormed(html))
    // Short pages are compared too.
    const article = Article.parse(new Readability(page, { charThreshold: 50 }).parse())
    return article === null ? null : blockText(article.content)
  }
}

async function importIfInstalled(name: string): Promise<unknown> {
  try {
    return await import(name)
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (isMissing) return undefined
    throw error
  }
}

/** The library's own parser reads XML alone. */
function wellFormed(html: string): string {
  const $ = load(html)
  $('script, style, noscript, template, svg, iframe').remove()
  return $.html().replaceAll(VOID_TAG, '<$1/>')
}

/** Attributes are in double quotes, since the page was parsed and written anew. */
const VOID_TAG =
  /<((?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)(?=[\s>])(?:"[^"]*"|[^">])*)>/g

const BLOCKS = `p div li td th tr h1 h2 h3 h4 h5 h6 pre br dt dd section article summary details blockquote`

function blockText(html: string): string {
  const $ = load(html)
  $(BLOCKS.split(' ').join(', ')).before(' ').append(' ')
  return $('body').text()
}
