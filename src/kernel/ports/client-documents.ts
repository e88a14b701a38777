export interface DocumentAnswer {
  status: number
  /** The headers of the answer, by their names in lower case. */
  headers: Readonly<Partial<Record<string, string>>>
  /** The text of the answer; empty for any status but 200. */
  text: string
}

/** Fetches the documents that clients of OAuth publish about themselves, from public addresses alone. */
export interface ClientDocuments {
  /**
   * Fetches one document; a redirect is an answer like any other. Throws FetchError where no answer comes, or one of
   * more than `maxBytes`, and UNAVAILABLE when too many documents wait.
   */
  fetch(url: string, maxBytes: number): Promise<DocumentAnswer>
}
