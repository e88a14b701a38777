import type { Branch, Leaf, TagName } from '../chart/model/branch.ts'
import { drawAnswer } from '../chart/model/draw-answer.ts'
import { ENGLISH_TEXTS } from '../chart/model/english-texts.ts'
import { makeFormats } from '../chart/model/formats.ts'
import type { Choice, Frame } from '../chart/model/frame.ts'
import { readAnswer } from '../chart/model/read-answer.ts'

/** A frame in English in which nothing was chosen yet. */
export const frameOf = (choice: Partial<Choice> = {}, width = 600): Frame => ({
  width,
  formats: makeFormats('en-GB'),
  texts: ENGLISH_TEXTS,
  choice: { metric: 0, page: 0, bucket: undefined, ...choice },
  tightness: 0,
})

/** The elements that the app draws of the structured content of an answer. */
export class Drawn {
  readonly leaves: readonly Leaf[]

  constructor(content: object, choice: Partial<Choice> = {}, width?: number) {
    const structuredContent = { rows: [], nextCursor: null, ...content }
    this.leaves = drawAnswer(readAnswer({ content: [], structuredContent }), frameOf(choice, width))
  }

  all(tag: TagName, className?: string): Branch[] {
    const isWanted = ({ attributes }: Branch): boolean =>
      className === undefined || String(attributes['class']).split(' ').includes(className)
    return branchesOf(this.leaves).filter((branch) => branch.tag === tag && isWanted(branch))
  }

  texts(tag: TagName, className?: string): string[] {
    return this.all(tag, className).map((branch) => shownText([branch]))
  }

  get text(): string {
    return shownText(this.leaves)
  }
}

/** All elements, each before those in it. */
export const branchesOf = (leaves: readonly Leaf[]): Branch[] =>
  leaves.flatMap((leaf) => (typeof leaf === 'string' ? [] : [leaf, ...branchesOf(leaf.children)]))

/** All texts in order; what languages put between numbers and words is a plain space here. */
export const shownText = (leaves: readonly Leaf[]): string =>
  leaves
    .map((leaf) => (typeof leaf === 'string' ? leaf : shownText(leaf.children)))
    .join('')
    .replaceAll(/[\u00A0\u2009\u202F]/g, ' ')
