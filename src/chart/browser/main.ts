import type { Answer } from '../model/answer.ts'
import { drawAnswer } from '../model/draw-answer.ts'
import { ENGLISH_TEXTS } from '../model/english-texts.ts'
import { makeFormats, type Formats } from '../model/formats.ts'
import { MAX_TIGHTNESS, readDeed, type Choice } from '../model/frame.ts'
import { isFields } from '../model/is-fields.ts'
import { nearestBucket } from '../model/plot.ts'
import { readAnswer } from '../model/read-answer.ts'
import { connectHost } from './host.ts'
import { patchChildren } from './patch.ts'

/** The most pixels that the drawing may be high: hosts cut off what is higher. */
const MAX_HEIGHT = 500
const NOTHING_CHOSEN: Choice = { metric: 0, page: 0, bucket: undefined }

const root = document.createElement('main')
document.body.append(root)
let answer: Answer = { kind: 'waiting' }
let choice = NOTHING_CHOSEN
let tightness = 0
let maxHeight = MAX_HEIGHT
let formats: Formats = makeFormats(navigator.language)

function draw(): void {
  const frame = { width: root.clientWidth, formats, texts: ENGLISH_TEXTS, choice, tightness }
  patchChildren(root, drawAnswer(answer, frame))
}

/** Draws the answer, a little tighter each time, until it is no higher than hosts show. */
function fit(): void {
  // A person who has opened the notes wants to see more, and not less of the rest.
  if (root.querySelector('details[open]') !== null) {
    draw()
    return
  }
  tightness = 0
  draw()
  while (tightness < MAX_TIGHTNESS && document.body.scrollHeight > maxHeight) {
    tightness += 1
    draw()
  }
}

function show(next: Answer): void {
  answer = next
  choice = NOTHING_CHOSEN
  fit()
}

function choose(chosen: Partial<Choice>): void {
  choice = { ...choice, ...chosen }
  draw()
}

/**
 * Writes numbers and texts in a language that the host names; the language stays as it is where the browser cannot read
 * the name.
 */
function speak(locale: unknown): void {
  if (typeof locale !== 'string') return
  try {
    formats = makeFormats(locale)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
}

function fitInto(dimensions: unknown): void {
  if (!isFields(dimensions)) return
  const { height, maxHeight: most = height } = dimensions
  maxHeight = typeof most === 'number' ? Math.min(MAX_HEIGHT, most) : MAX_HEIGHT
}

const host = connectHost({
  greeted: () => tellSize(),
  context(context) {
    wearTheme(context)
    speak(context['locale'])
    fitInto(context['containerDimensions'])
    fit()
  },
  asked: () => show({ kind: 'waiting' }),
  result: (result) => show(readAnswer(result)),
  cancelled: () => show({ kind: 'cancelled' }),
})

root.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null
  const deed = readDeed(button?.dataset['deed'])
  if (deed?.does === 'page') choose({ page: deed.to })
  if (deed?.does !== 'metric') return
  choice = { ...NOTHING_CHOSEN, metric: deed.to }
  fit()
})

// The control over the lines is the only input that there is.
root.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement) choose({ bucket: target.valueAsNumber })
})
root.addEventListener('pointermove', ({ target, clientX }) => {
  if (!(target instanceof HTMLInputElement)) return
  const { left, width } = target.getBoundingClientRect()
  choose({ bucket: nearestBucket((clientX - left) / width, Number(target.max) + 1) })
})
root.addEventListener('pointerout', ({ target, pointerType }) => {
  // A finger that is lifted leaves too, and what it has pointed at is still to be read.
  if (target instanceof HTMLInputElement && pointerType === 'mouse') choose({ bucket: undefined })
})

let told = ''

function tellSize(): void {
  const size = {
    width: Math.ceil(window.innerWidth),
    height: Math.ceil(document.body.scrollHeight),
  }
  if (told === `${size.width} ${size.height}`) return
  told = `${size.width} ${size.height}`
  host.sizeChanged(size)
}

let drawnWidth = 0
const watch = new ResizeObserver(() => {
  if (root.clientWidth !== drawnWidth) {
    drawnWidth = root.clientWidth
    fit()
  }
  tellSize()
})
watch.observe(root)
fit()

const MAX_VALUE = 300

/** Takes over the look of the host: light or dark, its variables, and the widths that its frame hides at the edges. */
function wearTheme(context: Readonly<Record<string, unknown>>): void {
  const { style } = document.documentElement
  const { theme, styles, safeAreaInsets } = context
  // Without a theme the stylesheet follows the device.
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme
  if (isFields(styles) && isFields(styles['variables'])) {
    for (const [name, value] of Object.entries(styles['variables'])) {
      const isUsable = typeof value === 'string' && value.length <= MAX_VALUE
      if (isUsable && /^--[a-z0-9-]+$/.test(name)) style.setProperty(name, value)
    }
  }
  if (!isFields(safeAreaInsets)) return
  for (const side of ['top', 'right', 'bottom', 'left']) {
    const inset = safeAreaInsets[side]
    if (typeof inset === 'number') style.setProperty(`--inset-${side}`, `${inset}px`)
  }
}
