import { array, assert, constantFrom, property, string } from 'fast-check'
import { parse, serialize, type DefaultTreeAdapterMap } from 'parse5'
import { describe, expect, it } from 'vitest'
import { parseRuns } from './run-tokenizer.ts'

const bothTrees = (html: string) => [
  serialize(parseRuns<DefaultTreeAdapterMap>(html, {})),
  serialize(parse(html)),
]

/** Pieces that bring the parser into each of its states; joined at random, they occur in every order. */
const PIECES =
  `<!doctype html>|<html lang=en>|<head>|<title>a  b</title>|</head>|<body class=x>|</body>|</html>|<p>|</p>|<b>|</b>|<i>|
|<a href="?a&amp;b">|</a>|<div>|</div>|<pre>|</pre>|<textarea>|</textarea>|<select>|<option>|</select>|<table>|<caption>
|<colgroup>|<col>|<tbody>|<tr>|<td>|</td>|</table>|<template>|</template>|<svg>|<title>|<foreignObject>|<![CDATA[|]]>|</svg>
|<math>|<mi>|</math>|<script>|</script>|<!--|-->|<style>|</style>|<noscript>|</noscript>|<iframe>|</iframe>|<frameset>|<frame>
|</frameset>|<plaintext>|<br>|</br>|<form>|<input type=hidden>|<isindex>|<|</|&|&amp;|&notit;|&#0;|&#x80;|&lt|>|"|'|=|  |\\t|\\n|\\r|\\r\\n
|\\f|\\0|word|two words|é|日本 語|😀|-->|--!>`
    .split('|')
    .map((piece) =>
      piece
        .replace(/^\n|\n$/g, '')
        .replaceAll(/\\(u[\da-f]{4}|[tnrf0])/g, (_, code: string) =>
          code.startsWith('u')
            ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
            : { t: '\t', n: '\n', r: '\r', f: '\f', 0: '\0' }[code]!,
        ),
    )

describe('parseRuns', () => {
  it('builds the same tree as parse5 for any page', () => {
    const pages = array(constantFrom(...PIECES), { maxLength: 60 })
    assert(
      property(pages, (pieces) => {
        const [runs, plain] = bothTrees(pieces.join(''))
        expect(runs).toBe(plain)
      }),
      { numRuns: 3_000 },
    )
  })

  it('keeps every character as parse5 does', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 200 }), (text) => {
        const [runs, plain] = bothTrees(`<p>${text}</p><pre>${text}</pre><title>${text}`)
        expect(runs).toBe(plain)
      }),
      { numRuns: 1_000 },
    )
  })

  it('continues where parse5 drops its buffer', () => {
    const long = `${'word and word\r\n'.repeat(9_000)}<p>&amp;</p>${'x'.repeat(200_000)}<b>end`
    const [runs, plain] = bothTrees(long)
    expect(runs).toBe(plain)
    expect(runs).toContain('<b>end</b>')
  })
})
