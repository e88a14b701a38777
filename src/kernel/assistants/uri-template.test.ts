import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UriTemplate } from './uri-template.ts'

const page = new UriTemplate('citable://sites/{site}/pages/{+path}')

describe('a URI template', () => {
  it('names its open parts', () => {
    expect(page.names).toEqual(['site', 'path'])
    expect(new UriTemplate('citable://metrics').names).toEqual([])
  })

  it('reads one segment decoded, and what follows as it is', () => {
    expect(page.match('citable://sites/t%C3%A9.example/pages/a/b%20c?d#e')).toEqual({
      site: 'té.example',
      path: 'a/b%20c?d#e',
    })
    expect(page.match('citable://sites/tea.example/pages/')).toEqual({
      site: 'tea.example',
      path: '',
    })
  })

  it.each([
    'citable://sites/tea.example',
    'citable://sites//pages/a',
    'citable://sites/a/b/pages/c',
    'citable://sites/%E0%A4%A/pages/a',
    'xcitable://sites/tea.example/pages/a',
    `citable://sites/tea.example/pages/${'a'.repeat(5_000)}`,
  ])('is not matched by %s', (uri) => {
    expect(page.match(uri)).toBeUndefined()
  })

  it('takes what stands in it for no pattern', () => {
    const odd = new UriTemplate('x://a.b+c/{d}')
    expect(odd.match('x://aXb+c/1')).toBeUndefined()
    expect(odd.match('x://a.b+c/1')).toEqual({ d: '1' })
  })

  it('reads back what it was expanded with, and leaves open what is not given', () => {
    expect(page.expand({ site: 'tea.example' })).toBe('citable://sites/tea.example/pages/{+path}')
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(texts, (site) => {
        expect(page.match(page.expand({ site, path: 'a/b%20c' }))).toEqual({
          site,
          path: 'a/b%20c',
        })
      }),
    )
  })
})
