import type { ChartTexts } from './english-texts.ts'
import type { Formats } from './formats.ts'

export const MAX_TIGHTNESS = 7

/** The choice of a person; no part of it outlasts the answer that it was made in. */
export interface Choice {
  /** The metric that is drawn, by its place among the metrics. */
  metric: number
  /** The page of the rows. */
  page: number
  /** The bucket of time whose values are shown in words; undefined for the last whole one. */
  bucket: number | undefined
}

/** The means to write numbers, dates and sentences. */
export interface Voice {
  formats: Formats
  texts: ChartTexts
}

/** All that a drawing depends on besides the answer. */
export interface Frame extends Voice {
  /** In pixels. */
  width: number
  choice: Choice
  /** How much is left out or made lower, from 0 to `MAX_TIGHTNESS`, so that all of it is as high as a host shows. */
  tightness: number
}

/** The effect of a button: it goes to one of the metrics, or of the pages. */
interface Deed {
  does: 'metric' | 'page'
  to: number
}

/** Writes the deed of a button as its attribute. */
export const deedOf = (does: Deed['does'], to: number): string => `${does}:${to}`

export function readDeed(text: string | undefined): Deed | undefined {
  const [does, to] = (text ?? '').split(':')
  if (does !== 'metric' && does !== 'page') return undefined
  return { does, to: Number(to) }
}
