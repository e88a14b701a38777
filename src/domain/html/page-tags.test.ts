import { describe, expect, it } from 'vitest'
import { readPage } from './read-page.ts'

const tagsOf = (head: string): string[] =>
  readPage(Buffer.from(`<!doctype html><head>${head}</head><p>Text`), {
    url: 'https://a.example/',
    contentType: 'text/html; charset=utf-8',
    headers: {},
  }).tags

const tag = (content: string) => `<meta property="article:tag" content="${content}">`
const keywords = (content: string) => `<meta name="Keywords" content="${content}">`
const jsonLd = (data: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`

describe('the tags of a page', () => {
  it('come from three sources: article:tag, structured data and meta keywords', () => {
    const head =
      keywords('tide, moon') + jsonLd({ '@type': 'Article', keywords: 'sea, coast' }) + tag('Oban')
    expect(tagsOf(head)).toEqual(['Oban', 'sea', 'coast', 'tide', 'moon'])
  })

  it('appear once, in their first spelling', () => {
    expect(tagsOf(tag('Low Tide') + tag(' low  tide ') + keywords('LOW TIDE,,Moon,'))).toEqual([
      'Low Tide',
      'Moon',
    ])
  })

  it.each([
    ['a list', ['sea', 'coast', 7, null]],
    ['a list of terms', [{ '@type': 'DefinedTerm', name: 'sea' }, { name: 'coast' }]],
    ['a text', 'sea, coast'],
  ])('are read from structured data that is %s', (_, value) => {
    expect(tagsOf(jsonLd({ '@type': 'BlogPosting', keywords: value }))).toEqual(['sea', 'coast'])
  })

  it('come from the thing that most likely stands for the page', () => {
    const data = [
      { '@type': 'WebSite', keywords: 'site' },
      { '@type': 'NewsArticle', keywords: 'page' },
    ]
    expect(tagsOf(jsonLd(data))).toEqual(['page'])
  })

  it('are split at the commas of every script', () => {
    expect(tagsOf(keywords('潮汐、月，海,ab'))).toEqual(['潮汐', '月', '海', 'ab'])
    expect(tagsOf(keywords('مد، جزر'))).toEqual(['مد', 'جزر'])
  })

  it('are few and short, without control characters', () => {
    const many = Array.from({ length: 5_000 }, (_, i) => tag(`t${i}`)).join('')
    expect(tagsOf(many)).toEqual(Array.from({ length: 20 }, (_, i) => `t${i}`))
    expect(tagsOf(tag('x'.repeat(100_000)))).toEqual(['x'.repeat(60)])
    expect(tagsOf(keywords(`a,${','.repeat(1_000_000)}b`))).toEqual(['a'])
    expect(tagsOf(tag('a&#7;b&#10;c'))).toEqual(['a b c'])
    expect(tagsOf(tag(`${'x'.repeat(59)}😀`))).toEqual(['x'.repeat(59)])
  })

  it('are empty when the page gives none', () => {
    expect(tagsOf('<meta name="keywords"><meta property="article:tag" content=" ">')).toEqual([])
    expect(tagsOf(jsonLd({ '@type': 'Article', keywords: { a: 1 } }))).toEqual([])
  })
})
