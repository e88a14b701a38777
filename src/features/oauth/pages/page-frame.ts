import { createHash } from 'node:crypto'
import { foreignLine, foreignSentence } from './foreign-text.ts'

/**
 * The colours: light, and dark where the browser says that its person prefers that. Text has a contrast of 5.4:1 or
 * more on each ground, edges have 3:1.
 */
const COLOURS = [
  ':root{color-scheme:light dark;--paper:#fff;--well:#f5f6f8;--hover:#eceff3;--text:#1c1f23;--faint:#5b6169;--inverse:#fff;--rule:#e2e5e9;--edge:#7d858f;--link:#1f5fc4;--down:#b3261e;--down-ground:#fdf0ef;--warn:#8a4b00;--warn-ground:#fff6e5}',
  '@media(prefers-color-scheme:dark){:root{--paper:#15181b;--well:#1c2024;--hover:#262c32;--text:#eceef0;--faint:#a9b0b8;--inverse:#15181b;--rule:#2f353b;--edge:#79828c;--link:#7fb0ff;--down:#ff9c93;--down-ground:#2d1c1b;--warn:#f0b35a;--warn-ground:#2b2313}}',
]

const TEXT = [
  '*,::before,::after{box-sizing:border-box}',
  'body{margin:0;background:var(--paper);color:var(--text);font:.875rem/1.25rem system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}',
  'h1,h2,p,dl,dd,fieldset{margin:0;padding:0;border:0;min-width:0}',
  'main{max-width:44rem;margin:0 auto;padding:1.5rem 1rem 4rem}',
  '.brand{padding-bottom:2.5rem;font-weight:600;letter-spacing:-.01em}',
  'h1{padding-bottom:.5rem;font:600 1.375rem/1.875rem system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;letter-spacing:-.012em}',
  'h1 .host{display:block;padding-bottom:.25rem;font-size:2rem;line-height:2.5rem;letter-spacing:-.02em}',
  'h1 .says{font-weight:400}',
  '.sub{color:var(--faint);font-weight:400}',
  'h2,legend{padding:0 0 .5rem;font-size:1rem;line-height:1.5rem;font-weight:600}',
  'p+p{padding-top:.5rem}',
  'code{font-family:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.8125rem}',
  'small,.note{color:var(--faint)}small{display:block;font-size:.75rem;line-height:1rem}',
  '.line{display:block;margin:.5rem 0;padding:.75rem;border-radius:6px;background:var(--well)}',
  'b{font-weight:600}',
  // The words of a client have a ground of their own, so that they do not look like words of this service.
  '.own{padding:.0625rem .1875rem;border-radius:3px;background:var(--hover);box-decoration-break:clone;-webkit-box-decoration-break:clone}',
  'section{padding-top:2rem}fieldset{margin-top:2rem}',
]

const PARTS = [
  ':focus-visible{border-radius:3px;outline:2px solid var(--link);outline-offset:2px}',
  'button,.field input{min-height:2.75rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:6px;background:var(--paper);color:inherit;font:inherit}',
  'button{cursor:pointer}button:hover{background:var(--hover)}',
  '.main{border-color:var(--text);background:var(--text);color:var(--inverse);font-weight:600}',
  '.main:hover{border-color:var(--faint);background:var(--faint)}',
  '.plain{min-height:1.5rem;padding:0;border:0;background:none;color:var(--link);text-decoration:underline;text-underline-offset:3px}',
  '.plain:hover{background:none;text-decoration-thickness:2px}',
  '[hidden]{display:none}',
  '.field{display:grid;gap:.25rem;max-width:24rem;padding:.5rem 0}.field label{font-weight:600}.field+button{margin-top:.5rem}h1~form{margin-top:1rem}',
  '.notice{margin:1rem 0;padding:.75rem 1rem;border-left:3px solid var(--warn);background:var(--warn-ground)}',
  '.notice:focus{outline:0}.bad{border-color:var(--down);background:var(--down-ground)}',
  '.facts{margin-top:1.5rem}',
  '.facts>div{display:grid;gap:0 1rem;align-items:baseline;padding:.75rem 0;border-top:1px solid var(--rule)}.facts>div:last-child{border-bottom:1px solid var(--rule)}',
  '.facts dt{color:var(--faint)}.facts form{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:baseline}',
  '.row{display:grid;grid-template-columns:1.25rem minmax(0,1fr);gap:0 .75rem;min-height:2.75rem;padding:.75rem 0;border-top:1px solid var(--rule);cursor:pointer}',
  '.row input{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--text)}',
  '.row:has(:disabled){color:var(--faint);cursor:default}',
  '.some{padding-left:2rem}.some p{padding:.75rem 0;border-top:1px solid var(--rule)}',
  'fieldset>button{margin-top:.5rem}',
  '.acts{display:flex;flex-wrap:wrap;gap:.5rem .75rem;padding-top:2.5rem}.acts button{min-width:8rem}.acts+.note{padding-top:.5rem}',
  '@media(min-width:40rem){.facts>div{grid-template-columns:8rem minmax(0,1fr)}}',
  '@media(max-width:39.99rem){.brand{padding-bottom:1.5rem}h1{font-size:1.125rem;line-height:1.5rem}h1 .host{font-size:1.625rem;line-height:2rem}.acts button{flex:1}}',
  // Ticks count only under the choice above them, and all that is shown belongs to one organization.
  '.sites:has([value=all]:checked) .some{display:none}',
  'form:has(.organizations :checked:not(.shown)) :is(.rest,.main){display:none}',
  '@media(forced-colors:active){.own{border:1px solid}.main{forced-color-adjust:none;background:Highlight;color:HighlightText}}',
]

/** The one style of these pages; a page has it within <style>, and the policy allows only this text, by its SHA-256. */
export const OAUTH_STYLE = [...COLOURS, ...TEXT, ...PARTS].join('\n')

/** The SHA-256 of the style as `style-src` takes it: `sha256-…` in base64. */
export const OAUTH_STYLE_SOURCE = `sha256-${createHash('sha256').update(OAUTH_STYLE).digest('base64')}`

/** The most characters of a title, which is a host and some words. */
const MAX_TITLE_CHARS = 400

interface FramedPage {
  /**
   * The title as plain text. It begins with what happened, since that is what a tab shows and a screen reader says
   * first.
   */
  title: string
  /** The main part of the page, as HTML. */
  main: string
}

/**
 * Makes a whole HTML page around its main part. The page loads nothing, runs no script, and has only the style above.
 */
export const framedPage = ({ title, main }: FramedPage): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${foreignLine(title, MAX_TITLE_CHARS)} – Citable</title>`,
    `<link rel="icon" href="data:,"><style>${OAUTH_STYLE}</style></head>`,
    `<body><main><p class="brand">Citable</p>`,
    main,
    '</main></body></html>\n',
  ].join('\n')

/**
 * Makes the HTML of an error, to which its field or button refers. Where nothing else takes the focus, the error does,
 * so that a screen reader begins there.
 */
export function errorNotice(error: string | undefined, takesFocus: boolean): string {
  if (error === undefined) return ''
  const focus = takesFocus ? ' tabindex="-1" autofocus' : ''
  return `<div class="notice bad" role="alert" id="error"${focus}>${foreignSentence(error)}</div>`
}

/** Returns the attribute that ties a field or a button to the error above it; an empty text without an error. */
export const describedByError = (error: string | undefined): string =>
  error === undefined ? '' : ' aria-describedby="error"'
