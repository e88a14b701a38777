import { makeElement, type Branch } from './branch.ts'
import { deedOf, type Frame } from './frame.ts'
import { inWords } from './words.ts'

/** Buttons of which one is pressed: which metric is drawn. Nothing where there is no choice. */
export function metricButtons(metrics: readonly string[], chosen: number): Branch | undefined {
  if (metrics.length < 2) return undefined
  return makeElement(
    'div',
    { class: 'buttons', role: 'group', 'aria-label': 'Metric' },
    ...metrics.map((metric, i) =>
      makeElement(
        'button',
        { type: 'button', 'aria-pressed': String(i === chosen), 'data-deed': deedOf('metric', i) },
        inWords(metric),
      ),
    ),
  )
}

/** The rows of one page, and buttons to those before and after. */
export function pageOf<T>(rows: readonly T[], perPage: number, { choice, formats }: Frame) {
  const pages = Math.max(1, Math.ceil(rows.length / perPage))
  const page = Math.max(0, Math.min(pages - 1, choice.page))
  const first = page * perPage
  const shown = rows.slice(first, first + perPage)
  const turn = (label: string, sign: string, to: number): Branch =>
    makeElement(
      'button',
      {
        type: 'button',
        'aria-label': label,
        'data-deed': deedOf('page', to),
        disabled: to < 0 || to >= pages,
      },
      sign,
    )
  const place = `${formats.count(first + 1)}–${formats.count(first + shown.length)} of ${formats.count(rows.length)}`
  const buttons = makeElement(
    'div',
    { class: 'pager' },
    turn('Rows before', '‹', page - 1),
    makeElement('span', { role: 'status' }, place),
    turn('Further rows', '›', page + 1),
  )
  return { shown, pager: pages > 1 ? buttons : undefined }
}
