/** One article of the demo site. */
export type DemoPage = {
  /** Starts with a slash; its first segment is the section. */
  path: string
  title: string
  /** The opening paragraph: what the page says in short. */
  text: string
  /** The sections below the opening paragraph, each under a heading. */
  sections: readonly { heading: string; text: string }[]
  /** The questions that readers ask an assistant about this page, most asked first. */
  questions: readonly string[]
}
