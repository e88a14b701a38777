import { describe, expect, it } from 'vitest'
import { readTypePath } from './path-type.ts'

describe('folders in the languages of prompts', () => {
  it.each([
    ['en', '/news/one /pricing/one /shop/one /recipe/one', 'article pricing category recipe'],
    ['de', '/nachrichten/a /preise/a /produkte/a /rezepte/a', 'article pricing category recipe'],
    ['es', '/noticias/a /precios/a /tienda/a /recetas/a', 'article pricing category recipe'],
    ['fr', '/actualites/a /tarifs/a /boutique/a /recettes/a', 'article pricing category recipe'],
    ['pt', '/artigos/a /precos/a /loja/a /receitas/a', 'article pricing category recipe'],
    ['it', '/notizie/a /prezzi/a /negozio/a /ricette/a', 'article pricing category recipe'],
    ['nl', '/nieuws/a /prijzen/a /winkel/a /recepten/a', 'article pricing category recipe'],
    ['pl', '/aktualnosci/a /cennik/a /sklep/a /przepisy/a', 'article pricing category recipe'],
    ['sv', '/nyheter/a /priser/a /butik/a /recept/a', 'article pricing category recipe'],
    ['tr', '/haberler/a /fiyatlar/a /magaza/a /tarifler/a', 'article pricing category recipe'],
  ])('are known in %s', (_, paths, expected) => {
    const types = paths.split(' ').map((path) => readTypePath(path).type)
    expect(types.join(' ')).toBe(expected)
  })

  it.each(['/nieuws/', '/aktualnosci', '/sv/nyheter/', '/tr/haberler', '/przepisy'])(
    '%s lists what is in it',
    (path) => {
      expect(readTypePath(path).isList).toBe(true)
    },
  )
})

it.each(['/policies/booking', '/refund-policy'])('%s is of the law', (path) => {
  expect(readTypePath(path).type).toBe('legal')
})

it.each([
  ['/20260226-tide-tables', true],
  ['/2026-02-26-tide-tables/', true],
  ['/2026-0226-tide-tables', false],
  ['/20261326-tide-tables', false],
  ['/20260226', false],
])('%s is the path of a dated post: %j', (path, isDated) => {
  expect(readTypePath(path).isDated).toBe(isDated)
})
