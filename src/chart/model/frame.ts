import type { ChartTexts } from './english-texts.ts'
import type { Formats } from './formats.ts'

export const MAX_TIGHTNESS = 7

/** What a person has chosen; nothing of it outlasts the answer that it was chosen in. */
export interface Choice {
  /** Which of the metrics is drawn, by its place among them. */
  metric: number
  /** Which page of the rows. */
  page: number
  /** The bucket of time whose values are told; undefined for the last whole one. */
  bucket: number | undefined
}

/** How numbers, dates and sentences are told. */
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

/** What a button does: it goes to one of the metrics, or of the pages. */
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
