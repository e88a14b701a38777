import { foreignSentence } from './foreign-text.ts'
import { framedPage } from './page-frame.ts'

export interface MessageView {
  title: string
  sentences: readonly string[]
}

/** Makes a page without a form or a link: it says what happened, and what the person can do. */
export const messagePage = ({ title, sentences }: MessageView): string =>
  framedPage({
    title,
    main: [
      `<h1>${foreignSentence(title)}</h1>`,
      ...sentences.map((sentence) => `<p>${foreignSentence(sentence)}</p>`),
    ].join('\n'),
  })
