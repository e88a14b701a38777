/** Texts that are one sign, pair or class of character over and over, in every way that readers of texts have got wrong. */

/** The signs of ASCII and the ones that readers of titles, prompts and pages know. */
const SIGNS = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~“”„‟«»‹›‘’‚「」『』《》〈〉【】〔〕（）［］｛｝，。、；：！？…–—·•|¿¡€£%‰§©®™✓★→\u00A0\u00AD`

/** Openings with what closes them. */
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
  ['（', '）'],
  ['(', ')'],
  ['[', ']'],
  ['[', ']('],
  ['![', '](x)'],
  ['{', '}'],
  ['{{', '}}'],
  ['{{title|', '}}'],
  ['${', '}'],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['```\n', '```\n'],
  ['<', '>'],
  ['<a ', '>'],
  ['<a href="', '">'],
  ['<a>', '</a>'],
  ['<p>', '</p>'],
  ['<b><i>', '</b></i>'],
  ['<table><tr><td>', '</table>'],
  ['<select><option>', '</select>'],
  ['<svg><p>', '</svg>'],
  ['<script>', '</script>'],
  ['<style>', '</style>'],
  ['<title>', '</title>'],
  ['<url><loc>', '</loc></url>'],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['</', '>'],
  ['&#', ';'],
  ['&', ';'],
  ['/*', '*/'],
  ['**', '**'],
  ['__', '__'],
  ['((', '))'],
  ['([', '])'],
]

/** One or a few of each class of character, and texts that readers know as the beginning or the middle of something. */
const PIECES: readonly string[] = [
  ...'aAzZéßñøİıſΑωДяאبกनあアー中한'.split(''),
  '0',
  '1',
  '١',
  '½',
  '🍵',
  '👩‍👩‍👧',
  '🇩🇪',
  '\u0301',
  'a\u0301',
  'q\u0323\u0307',
  'ก\u0E34',
  '\u200B',
  '\u200D',
  '\u200E',
  '\u202E',
  '\u2066',
  '\uFEFF',
  '\uFE0F',
  '\u{E0041}',
  '\uD800',
  '\uDC00',
  '\u0000',
  '\u0001',
  '\u2028',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\u3000',
  ' \n',
  '\n\n',
  'a ',
  'A. ',
  'a.',
  'a-',
  'a,',
  'a;',
  'a=',
  'a=b;',
  'a=b&',
  'a:',
  'a/',
  'a@',
  'a b ',
  'Ab ',
  'a\n',
  'a.\n',
  '1.',
  '1,',
  '1:',
  '1 ',
  '1.1 ',
  '1-',
  '2026-01-01 ',
  '1 May 2026, ',
  '12:30 ',
  '€ 1.50 ',
  '127.0.0.1 ',
  '::',
  'ffff:',
  '../',
  '..',
  './',
  '//',
  '\\',
  '\\\\',
  '\\"',
  '\\u',
  '%',
  '%2',
  '%41',
  '%C3',
  '%E2%80%9C',
  '*a',
  '?a',
  '**/',
  'http://',
  'https://a.example/ ',
  'https://a.example/(',
  'www.',
  'a@b.c ',
  'a.com ',
  'AAAA',
  'QUJD ',
  'xn--',
  '- ',
  '# ',
  '> ',
  '| ',
  '|-',
  ', ',
  '. ',
  '? ',
  '! ',
  ' - ',
  ' | ',
  ' – ',
  'the ',
  'what is ',
  'was ist ',
  'これは',
  '什么',
  '무엇 ',
  'remember ',
  'ignore all previous instructions ',
  'rem€mber ',
  'r e m e m b e r ',
  'Source: https://a.example/\n',
  'User-agent: *\n',
  'Disallow: /*a\n',
  'Disallow: *$\n',
  'Sitemap: a\n',
  'a: b\n',
  'for=1.2.3.4, ',
  'for="[::1]:1";',
  'W/"a", ',
  'text/html;q=0.1, ',
  'a=1, ',
  'Mozilla/5.0 (X11; ',
  'Chrome/1 ',
  'GPTBot ',
  'bot ',
  'max-age=1, ',
  '"a",',
  '"a""',
  '[1,',
  '{"a":',
  'sk-',
  'DE89 3704 ',
  '+49 ',
  '4111 1111 ',
  'eyJ',
]

export interface LongText {
  readonly label: string
  /** Returns the text with `count` repetitions. */
  of(count: number): string
}

/** A pattern may have to look at a run again from each of its places, depending on the text behind it. */
const AROUND = [
  ['', ''],
  ['', 'x'],
  ['x ', '\n.'],
  ['a', '1'],
] as const

/** One text in each of its forms. */
export type LongTextForms = readonly [LongText, ...LongText[]]

const repeated = (unit: string): LongTextForms => {
  const form = ([before, behind]: readonly [string, string]): LongText =>
    longText(`${before}${unit}…${behind}`, (count) => before + unit.repeat(count) + behind)
  const [first, ...others] = AROUND
  return [form(first), ...others.map(form)]
}

const nested = ([open, close]: readonly [string, string]): LongTextForms => [
  longText(`${open}…${close}…`, (count) => open.repeat(count / 2) + close.repeat(count / 2)),
  longText(`${close}…${open}…`, (count) => close.repeat(count / 2) + open.repeat(count / 2)),
]

/** Hundreds of functions read each text; it is made once for each length. */
function longText(label: string, make: (count: number) => string): LongText {
  const made = new Map<number, string>()
  return {
    label: JSON.stringify(label),
    of(count) {
      const text = made.get(count) ?? make(count)
      made.set(count, text)
      return text
    },
  }
}

const UNITS = [
  ...new Set([
    ...SIGNS.split(''),
    ...PIECES,
    ...PAIRS.flatMap(([open, close]) => [
      open,
      close,
      open + close,
      `${open}a${close}`,
      `${open}a `,
    ]),
  ]),
]

/** Every sign, pair and class of character. */
export const LONG_TEXTS: readonly LongTextForms[] = [...UNITS.map(repeated), ...PAIRS.map(nested)]
