import { makeElement, type Branch } from './branch.ts'
import { deedOf, type Frame } from './frame.ts'

/** The most buttons that always have room. */
const FEW = 3
/**
 * The width in pixels from which more buttons have room; in a narrower frame, a row for each three of them would leave
 * no room for what they choose.
 */
const ROOM_FOR_MANY = 440

/**
 * Makes the control that chooses one of several metrics: a button for each, or two that go through them. Undefined
 * where there is only one metric.
 */
export function metricButtons(
  metrics: readonly string[],
  chosen: number,
  { width, formats, texts }: Frame,
): Branch | undefined {
  if (metrics.length < 2) return undefined
  const group = { class: 'buttons', role: 'group', 'aria-label': texts.metric }
  if (metrics.length <= FEW || width >= ROOM_FOR_MANY) {
    return makeElement(
      'div',
      group,
      ...metrics.map((name, i) => metricButton(texts.column(name), i, chosen)),
    )
  }
  const { length } = metrics
  const place = texts.metricPlace(formats.count(chosen + 1), formats.count(length))
  const step = (label: string, sign: string, by: number): Branch =>
    signButton(label, sign, deedOf('metric', (chosen + by + length) % length))
  return makeElement(
    'div',
    group,
    step(texts.metricBefore, '‹', -1),
    makeElement(
      'span',
      { class: 'chosen', role: 'status' },
      makeElement('strong', {}, texts.column(metrics[chosen] ?? '')),
      makeElement('small', {}, ` ${place}`),
    ),
    step(texts.nextMetric, '›', 1),
  )
}

const metricButton = (name: string, i: number, chosen: number): Branch =>
  makeElement(
    'button',
    { type: 'button', 'aria-pressed': String(i === chosen), 'data-deed': deedOf('metric', i) },
    name,
  )

const signButton = (label: string, sign: string, deed: string, disabled?: boolean): Branch =>
  makeElement('button', { type: 'button', 'aria-label': label, 'data-deed': deed, disabled }, sign)

/** Returns the rows of the chosen page, and buttons to the pages before and after it. */
export function pageOf<T>(rows: readonly T[], perPage: number, { choice, formats, texts }: Frame) {
  const pages = Math.max(1, Math.ceil(rows.length / perPage))
  const page = Math.max(0, Math.min(pages - 1, choice.page))
  const first = page * perPage
  const shown = rows.slice(first, first + perPage)
  const turn = (label: string, sign: string, to: number): Branch =>
    signButton(label, sign, deedOf('page', to), to < 0 || to >= pages)
  const place = texts.rowsPlace(
    formats.count(first + 1),
    formats.count(first + shown.length),
    formats.count(rows.length),
  )
  const buttons = makeElement(
    'div',
    { class: 'pager' },
    turn(texts.rowsBefore, '‹', page - 1),
    makeElement('span', { role: 'status' }, place),
    turn(texts.furtherRows, '›', page + 1),
  )
  return { shown, pager: pages > 1 ? buttons : undefined }
}
