import { API_PAGE, docPage, ERROR_PAGE, LLMS_TEXT, OPENAPI } from './doc-page.ts'
import { staticFile, type StaticFile } from './static-file.ts'

/** Files of `swagger-ui-dist` that the page loads, each by its address; the build copies them beside the bundle. */
export const REFERENCE_FILES: ReadonlyMap<string, StaticFile> = new Map(
  ['swagger-ui-bundle.js', 'swagger-ui.css'].map((name) => [
    `${API_PAGE}/${name}`,
    staticFile(`node_modules/swagger-ui-dist/${name}`),
  ]),
)

export const REFERENCE_SCRIPT = `${API_PAGE}/reference.js`

/** Shows our own description and asks no other server: not for it, and not whether it is valid. */
export const REFERENCE_SCRIPT_TEXT = `'use strict'
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
SwaggerUIBundle({
  url: '${OPENAPI}',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
})
`

/** The reference of the REST API as HTML: a frame that scripts of this server fill. */
export const apiPage = (): string =>
  docPage({
    path: API_PAGE,
    title: 'API of Citable',
    isWide: true,
    head: [
      `<link rel="stylesheet" href="${API_PAGE}/swagger-ui.css">`,
      `<script src="${API_PAGE}/swagger-ui-bundle.js" defer></script>`,
      `<script src="${REFERENCE_SCRIPT}" defer></script>`,
    ].join(''),
    main: [
      '<div id="reference"></div>',
      `<div class="text"><noscript><p>This page needs scripts. The same is in <a href="${OPENAPI}">openapi.json</a>, and in`,
      `short in <a href="${LLMS_TEXT}">llms.txt</a>.</p></noscript>`,
      `<p><a href="${ERROR_PAGE}">Errors</a> says what each <code>error.code</code> means.</p></div>`,
    ].join('\n'),
  })
