import type { ChartTexts } from './english-texts.ts'
import type { Formats } from './formats.ts'

export const MAX_TIGHTNESS = 7

/** The choice of a person; it is forgotten when the next answer comes. */
export interface Choice {
  /** The index of the metric that is drawn, among the metrics. */
  metric: number
  /** The number of the page of rows that is shown, from 0. */
  page: number
  /** The bucket of time whose values are shown in words; undefined for the last whole one. */
  bucket: number | undefined
}

/** The means to write numbers, dates and sentences. */
export interface Voice {
  formats: Formats
  texts: ChartTexts
}

/** Everything that a drawing depends on in addition to the answer. */
export interface Frame extends Voice {
  /** The width of the frame in pixels. */
  width: number
  choice: Choice
  /**
   * The degree to which parts are left out or made lower, from 0 to `MAX_TIGHTNESS`, so that the drawing is as high as
   * a host shows.
   */
  tightness: number
}

/** The effect of a button: it chooses one of the metrics, or one of the pages. */
interface Deed {
  does: 'metric' | 'page'
  to: number
}

/** Writes the effect of a button as the value of its attribute. */
export const deedOf = (does: Deed['does'], to: number): string => `${does}:${to}`

export function readDeed(text: string | undefined): Deed | undefined {
  const [does, to] = (text ?? '').split(':')
  if (does !== 'metric' && does !== 'page') return undefined
  return { does, to: Number(to) }
}
