import { foreignSentence } from './foreign-text.ts'
import { framedPage } from './page-frame.ts'

export interface MessageView {
  title: string
  sentences: readonly string[]
}

/** Makes a page that does not lead anywhere: it says what happened, and what to do. */
export const messagePage = ({ title, sentences }: MessageView): string =>
  framedPage({
    title,
    main: [
      `<h1>${foreignSentence(title)}</h1>`,
      ...sentences.map((sentence) => `<p>${foreignSentence(sentence)}</p>`),
    ].join('\n'),
  })
