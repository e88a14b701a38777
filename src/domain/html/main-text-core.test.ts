import { describe, expect, it } from 'vitest'
import { pageWithBody, readHtml, SENTENCE } from './testing/read-html.ts'

const textOfBody = (body: string): string => readHtml(pageWithBody(body)).mainText
const LONG = `<p>${SENTENCE.repeat(4)}</p>`
const TEXT = SENTENCE.repeat(4).trim()
const OTHER = 'A gull eats nearly anything that it finds on the shore, and much that it does not.'

describe('what a reader opens', () => {
  const tabs = '<ul role="tablist"><li role="tab">Spring</li><li role="tab">Neap</li></ul>'

  it.each([
    ['tabs', `${tabs}<div role="tabpanel">One</div><div role="tabpanel" hidden>${OTHER}</div>`],
    [
      'a list of tabs with its panels inside',
      `<div role="tablist"><div role="tab"><h3>Spring</h3></div><div role="tabpanel" style="display:none">${OTHER}</div></div>`,
    ],
    [
      'an accordion',
      `<h3><button aria-expanded="false" aria-controls="a1">Gulls</button></h3><div id="a1" hidden>${OTHER}</div>`,
    ],
    [
      'an accordion whose buttons end in an icon',
      `<button aria-expanded="false"><span>What are Gulls?</span><span aria-hidden="true"><svg></svg></span></button><div>${OTHER}</div>`,
    ],
    ['a folded part', `<details><summary>Gulls</summary>${OTHER}</details>`],
    [
      'a collapsed part',
      `<a data-toggle="collapse" href="#c1">Gulls</a><div id="c1" class="collapse" aria-hidden="true">${OTHER}</div>`,
    ],
    [
      'an accordion in a panel of tabs',
      `${tabs}<div role="tabpanel" hidden><button aria-controls="in">Gulls</button><p id="in" hidden>${OTHER}</p></div>`,
    ],
  ])('is content: %s', (_, html) => {
    expect(textOfBody(`<main><h1>Tides</h1>${LONG}${html}</main>`)).toContain(OTHER)
  })

  it.each([
    ['is what no control names', `<button aria-controls="b">x</button><div id="a" hidden>${OTHER}`],
    [
      'is a menu',
      `<button aria-haspopup="true" aria-controls="a">x</button><div id="a" hidden>${OTHER}`,
    ],
    ['is a dialog', `<button aria-controls="a">x</button><dialog id="a">${OTHER}</dialog>`],
    [
      'belongs to a menu',
      `<nav><button aria-controls="a">x</button></nav><div id="a" hidden>${OTHER}`,
    ],
    ['is a panel without tabs', `<div role="tabpanel" hidden>${OTHER}`],
    [
      'has a hidden control',
      `<p hidden><button aria-controls="a">x</button></p><div id="a" hidden>${OTHER}`,
    ],
  ])('is none where it %s', (_, html) => {
    expect(textOfBody(`<main><h1>Tides</h1>${LONG}${html}</main>`)).toBe(`Tides\n${TEXT}`)
  })

  it('keeps the question that its button asks, and no other button', () => {
    const question = '<button aria-controls="a">Why do tides rise?</button>'
    expect(
      readHtml(
        pageWithBody(
          `<main><h1>Tides</h1>${question}<div id="a" hidden>${OTHER}</div><button>Copy</button></main>`,
        ),
      ).sections[0]?.text,
    ).toBe(`Why do tides rise?\n${OTHER}`)
    expect(
      readHtml(pageWithBody(`<main><h2><button>Gulls</button></h2>${LONG}</main>`)).sections,
    ).toEqual([{ heading: 'Gulls', level: 2, id: null, text: TEXT }])
  })
})

describe('the subject of a page', () => {
  it('is not left behind for its longest part', () => {
    const question = `<div class="q"><h1>When is high tide?</h1><p>I am in Oban.</p></div>`
    const answers = `<div class="answers"><div><p>At noon.</p></div><div>${LONG}${LONG}</div></div>`
    const text = textOfBody(
      `<header><nav><a href=/>Home</a></nav></header><div><div>${question}${answers}</div></div>`,
    )
    expect(text).toMatch(/^When is high tide\?\nI am in Oban\.\nAt noon\./)
  })

  it('stands in the articles of question and answer', () => {
    const page = `<div><article><h2>When is high tide?</h2><p>${OTHER}</p></article><article>${LONG}${LONG}</article></div>`
    expect(textOfBody(page)).toContain('When is high tide?')
  })

  it('begins with a title and an introduction before the article', () => {
    expect(
      textOfBody(
        `<div><div><h1>Tides</h1><p>All of them.</p></div><article>${LONG}</article></div>`,
      ),
    ).toBe(`Tides\nAll of them.\n${TEXT}`)
    expect(
      textOfBody(`<header><h1>Tides</h1><p>All of them.</p></header><div><div>${LONG}</div></div>`),
    ).toBe(`Tides\nAll of them.\n${TEXT}`)
  })

  it('is every line of a page that says little', () => {
    const card =
      '<div>Jo Doe</div><div>Harbour master</div><div>Knows the tides of Oban well.</div>'
    expect(textOfBody(`<div>${card}</div>`)).toBe(
      'Jo Doe\nHarbour master\nKnows the tides of Oban well.',
    )
  })

  it('is not parted from its title by a side column or a menu of links', () => {
    const links = '<ul><li><a href="/b">Another page of this site</a></li></ul>'.repeat(30)
    expect(
      textOfBody(
        `<div><div><h1>Tides</h1></div><div><article>${LONG}</article></div><aside>${links}</aside></div>`,
      ),
    ).toBe(`Tides\n${TEXT}`)
    expect(textOfBody(`<div><div><h2>Tides</h2><div>${LONG}</div></div></div>`)).toBe(
      `Tides\n${TEXT}`,
    )
  })

  it('holds sections beside its longest one, and no call to subscribe', () => {
    const call = '<section><h2>News</h2><p>We write a letter each month.</p></section>'
    const sections = `<section><p>${OTHER}</p></section><section>${LONG.repeat(3)}</section>`
    expect(textOfBody(`<div>${sections}</div>`)).toContain(OTHER)
    expect(textOfBody(`<div><section>${LONG.repeat(3)}</section>${call}</div>`)).not.toContain(
      'letter',
    )
  })

  it.each([
    '<div role="banner"><h1>Oban Harbour</h1><p>Since 1820.</p></div>',
    '<aside><h1>Oban Harbour</h1><p>Since 1820.</p></aside>',
    '<div><h1><a href="/">Oban Harbour</a></h1></div>',
    '<header><h1>Oban Harbour</h1><nav><a href="/">Home</a></nav></header>',
  ])('is not the banner of the site: %s', (banner) => {
    expect(textOfBody(`${banner}<div><div><h2>Tides</h2>${LONG}</div></div>`)).toBe(
      `Tides\n${TEXT}`,
    )
  })
})

describe('what is appended to a text', () => {
  const said = `<p>${OTHER.repeat(20)}</p>`

  it.each([
    `<div id="comments" class="comments-area"><ol><li>${said}</ol></div>`,
    `<ol><li id="comment-12">${said}</li></ol>`,
    `<div id="div-comment-12">${said}</div>`,
    `<section id="comments"><p>2 answers</p>${said}</section>`,
    `<section id="comments"><h2>2 comments</h2>${said}</section>`,
    `<section id="comments"><h2>Comments</h2><ol><li class="comment">${said}</ol></section>`,
    `<div role="comment">${said}</div>`,
    `<div itemprop="comment" itemscope>${said}</div>`,
    `<article itemscope itemtype="https://schema.org/Comment">${said}</article>`,
    `<div class="u-comment h-cite">${said}</div>`,
    `<div itemscope itemtype="https://schema.org/WPSideBar">${said}</div>`,
    `<div aria-modal="true">${said}</div>`,
    '<div><p>We set cookies.</p><button>Accept all</button><a href="/c">More</a></div>',
    '<ul><li><a href="#a">Ebb</a></li><li><a href="#b">Flow</a></li></ul>',
    '<section><h2>News</h2><p>We write each month.</p><form><input type="email"></form></section>',
  ])('is left out, however long: %s', (extra) => {
    const page = `<div><div><h1>Tides</h1>${LONG}</div>${extra}</div>`
    expect(textOfBody(page)).toBe(`Tides\n${TEXT}`)
    expect(textOfBody(`<main><h2>Tides</h2>${LONG}${extra}</main>`)).toBe(`Tides\n${TEXT}`)
  })

  it.each([
    `<section><h2>Write to us</h2><p>${OTHER}</p><form><input type="email"><textarea></textarea></form></section>`,
    `<div class="breadcrumb-area-bg"><p>${OTHER}</p></div>`,
    `<section class="related sidebar cookie-banner comments"><p>${OTHER}</p></section>`,
    `<section id="comments"><h2>Comments</h2><p>${OTHER}</p></section>`,
    `<aside><p>${OTHER}</p></aside>`,
    `<div><h2>Cookies</h2><p>${OTHER} Bake the cookies.</p><button>Print</button></div>`,
  ])('is no part of the text itself, whatever it is named: %s', (part) => {
    expect(textOfBody(`<main><h1>Tides</h1>${LONG}${part}</main>`)).toContain(OTHER)
  })

  it('is not chosen as the article of the page', () => {
    const comments = `<div id="comments"><article>${said}</article></div>`
    expect(textOfBody(`<div><h2>Tides</h2>${LONG}</div>${comments}`)).toBe(`Tides\n${TEXT}`)
  })

  it('is not a heading or a word of code with such a label', () => {
    const code = '<pre><code><span class="token comments"># tide</span></code></pre>'
    expect(
      textOfBody(`<main><h1>Tides</h1>${LONG}<h2 id="related">Related</h2>${code}</main>`),
    ).toBe(`Tides\n${TEXT}\n\nRelated\n# tide`)
  })
})

describe('a heading', () => {
  const headingsOf = (html: string) => {
    const { sections, headings } = readHtml(pageWithBody(`<main>${html}${LONG}</main>`))
    expect(headings.map(({ text }) => text)).toEqual(
      sections.map(({ heading }) => heading).filter((heading) => heading !== ''),
    )
    return sections.map(({ heading }) => heading)
  }

  it.each([
    '<h2 id="x"><a href="#x">#</a> Tides</h2>',
    '<h2 id="x">Tides<a href="#x" class="headerlink">¶</a></h2>',
    '<h2 id="x">Tides<a href="#x">Lien vers cette section</a></h2>',
    '<h2 id="x">Tides <a href="/docs/page#x" class="hash-link">link</a></h2>',
    '<h2>Tides <a id="x" href="#x">🔗</a></h2>',
    '<div><h2 id="x">Tides</h2><a href="#x">Link to “Tides”</a></div>',
    '<a href="#x" class="anchor">#</a><h2 id="x">Tides</h2>',
    '<h2 id="x"><a href="#x">Tides</a></h2>',
    '<h2>Tides ¶</h2>',
    '<h2><div><span>Ti<b>des</b></span></div></h2>',
  ])('has its words and not its link: %s', (html) => {
    expect(headingsOf(html)).toEqual(['Tides'])
    expect(textOfBody(`<main>${html}${LONG}</main>`)).toBe(`Tides\n${TEXT}`)
  })

  it.each([
    ['<h2>Programs in C#</h2>', ['Programs in C#']],
    ['<h2>Spring <a href="/neap#now">and neap</a> tides</h2>', ['Spring and neap tides']],
    ['<h2><div>Spring</div><div>and neap</div></h2>', ['Spring and neap']],
    ['<h1>Tides</h1><h2>And how they come</h2>', ['Tides', 'And how they come']],
    ['<hgroup><h1>Tides</h1><p>And how</p></hgroup>', ['Tides']],
    ['<h1>Tides <small>and how</small></h1>', ['Tides and how']],
  ])('is whole: %s', (html, headings) => {
    expect(headingsOf(html)).toEqual(headings)
  })

  it('that is too long for one is a paragraph, and not cut', () => {
    const long = 'The tide rises and falls. '.repeat(30).trim()
    const { sections } = readHtml(pageWithBody(`<main><h1>Tides</h1><h2>${long}</h2>x</main>`))
    expect(sections).toEqual([{ heading: 'Tides', level: 1, id: null, text: `${long}\nx` }])
  })
})

describe('what stands beside a text', () => {
  const textOfMain = (body: string): string =>
    readHtml(pageWithBody(`<main><h1>Harbour</h1>${LONG}${body}</main>`)).mainText

  it.each([
    '<p><a href="/a">← Older post</a> <a href="/b">Newer post →</a></p>',
    '<div><a href="/a">« Back to the blog</a></div>',
  ])('is no text where it only turns a page: %s', (turn) => {
    expect(textOfMain(turn)).toBe(textOfMain(''))
  })

  it('is text where an arrow is part of it', () => {
    expect(textOfMain('<p>Ebb → flood is six hours.</p>')).toContain('six hours')
    expect(textOfMain('<p><a href="/a">The table of tides</a></p>')).toContain('table of tides')
  })
})

describe('what a page marks as its main part', () => {
  const form = `<form><p>${OTHER.repeat(9)}</p><button>Accept</button></form>`

  it.each([
    [
      'all of the text, also where it is empty',
      `<main><p>No posts yet</p></main>${form}`,
      'No posts yet',
    ],
    ['the longer of two', `<main></main><main><h1>Tides</h1>${LONG}</main>`, `Tides\n${TEXT}`],
    ['the outer one', `<main><h1>Tides</h1><main>${LONG}</main></main>`, `Tides\n${TEXT}`],
    [
      'none that is hidden',
      `<main hidden>${OTHER}</main><div><h1>Tides</h1>${LONG}</div>`,
      `Tides\n${TEXT}`,
    ],
    [
      'no small part by its role',
      `<p role="main">${OTHER}</p><h1>Tides</h1>${LONG.repeat(2)}`,
      `${OTHER}\n\nTides\n${TEXT}\n${TEXT}`,
    ],
    ['none in a template', `<template><main>${OTHER}</main></template><main>${LONG}</main>`, TEXT],
  ])('is %s', (_, body, text) => {
    expect(textOfBody(body)).toBe(text)
  })
})
