export const STYLE_PATH = '/style.css'

/** The look of the demo site: one calm column that fits a phone, in the reader's own scheme. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#20272b, #dfe5e8);
  --quiet: light-dark(#56646c, #9fb0b8);
  --paper: light-dark(#fdfcf9, #12181b);
  --line: light-dark(#dcdfdd, #2b363b);
  --sea: light-dark(#0b6373, #6cc3d3);
}
* { box-sizing: border-box }
body {
  margin: 0 auto;
  max-width: 42rem;
  padding: 0 1.25rem;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.65 Charter, "Iowan Old Style", "Noto Serif", Georgia, serif;
  overflow-wrap: break-word;
}
header, footer, nav { font-family: system-ui, sans-serif; font-size: .9375rem }
header { padding: 1.5rem 0; border-block-end: 1px solid var(--line) }
header a { color: var(--ink); font-weight: 650; letter-spacing: .01em; text-decoration: none }
main { padding-block: 1rem 2.5rem }
h1, h2 { font-family: system-ui, sans-serif; line-height: 1.25; text-wrap: balance }
h1 { margin: 1.5rem 0 1rem; font-size: clamp(1.625rem, 1.2rem + 2vw, 2.125rem); letter-spacing: -.01em }
h2 { margin: 2rem 0 .5rem; font-size: 1.1875rem }
p { margin: 0 0 1rem }
a { color: var(--sea); text-underline-offset: .15em }
time { white-space: nowrap }
article > p:last-child { color: var(--quiet); font-size: .9375rem }
ul { margin: .5rem 0 1.5rem; padding: 0; list-style: none }
li { padding: .5rem 0; border-block-end: 1px solid var(--line) }
nav { margin-block-start: 2rem }
ask-ai { display: block; min-height: 54px }
footer { padding: 1.25rem 0 2.5rem; border-block-start: 1px solid var(--line) }
footer a { color: var(--quiet) }
`
