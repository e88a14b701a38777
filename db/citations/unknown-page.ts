/** The `page_url` of a source whose address leads to a page by way of the engine, so that only the domain is known. */
export const UNKNOWN_PAGE = ''
