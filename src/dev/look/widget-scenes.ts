import type { SiteVisit, VisitOptions } from '../../widget/testing/site-visit.ts'

export interface WidgetScene extends VisitOptions {
  name: string
  language: string
  /** The name of what differs in the configuration; it is also a class of the body. */
  kind: string
  act: (visit: SiteVisit) => Promise<unknown>
}

type Act = WidgetScene['act']

const QUESTION = 'Is a rudder worth it on a 4.5 m boat?'
/** A Chromium without a screen has no way to share, so this stands in for it. */
const SHARES = 'navigator.share = () => Promise.resolve()'
const NO_CLIPBOARD = 'navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))'

const closed: Act = (visit) => visit.seen()
const open: Act = (visit) => visit.unfold()

async function typed(visit: SiteVisit): Promise<void> {
  await visit.type(QUESTION)
  await visit.choose('Claude')
  await visit.widget.locator('summary').click()
}

async function focused(visit: SiteVisit): Promise<void> {
  await visit.unfold()
  for (let step = 0; step < 4; step++) await visit.page.keyboard.press('Tab')
  await visit.page.keyboard.press('ArrowRight')
}

/** States of the widget in English, with what makes each of them. */
const STATES: readonly (readonly [name: string, kind: string, act: Act, options?: VisitOptions])[] =
  [
    ['typed', '', typed],
    ['paste', '', (visit) => visit.choose('Gemini')],
    [
      'copied',
      '',
      async (visit) => {
        await visit.unfold()
        await visit.button('Copy prompt').click()
      },
    ],
    ['opened', '', (visit) => visit.press('Claude')],
    [
      'failed',
      '',
      async (visit) => {
        await visit.unfold()
        await visit.button('Copy prompt').click()
      },
      { before: `${SHARES};${NO_CLIPBOARD}` },
    ],
    ['focus', '', focused],
    [
      'focus-row',
      '',
      async (visit) => {
        await visit.seen()
        await visit.page.keyboard.press('Tab')
      },
    ],
    ['forced', '', open, { forcedColors: 'active' }],
    ['questions-closed', 'questions', closed],
    ['questions', 'questions', open],
    ['paper', 'paper', open],
    ['three', 'three', open],
    ['markdown', 'markdown', open],
    ['inline', 'inline', open],
    ['button', 'button', closed],
    ['pill', 'float', closed],
    ['float', 'float', open],
  ]

const LANGUAGES = ['en', 'de', 'ja', 'fr', 'ar']
const WIDTHS = [1_280, 360]
const SCHEMES = ['light', 'dark'] as const

/** The pictures in the documentation, each of the widget alone, and the scene that it is of. */
export const WIDGET_PICTURES: ReadonlyMap<string, string> = new Map([
  ['closed-en-1280-light', 'widget-closed'],
  ['questions-1280-light', 'widget-open'],
  ['open-en-360-dark', 'widget-narrow'],
])

/** Every state at both widths in both themes, and closed and open in each language. */
export const WIDGET_SCENES: readonly WidgetScene[] = WIDTHS.flatMap((width) =>
  SCHEMES.flatMap((colorScheme) => {
    const common = { width, colorScheme, before: SHARES }
    const after = `${width}-${colorScheme}`
    const spoken = LANGUAGES.flatMap((language) => [
      { ...common, language, kind: '', act: closed, name: `closed-${language}-${after}` },
      { ...common, language, kind: '', act: open, name: `open-${language}-${after}` },
    ])
    const states = STATES.map(([name, kind, act, options]) => {
      return { ...common, ...options, language: 'en', kind, act, name: `${name}-${after}` }
    })
    return [...spoken, ...states]
  }),
)
