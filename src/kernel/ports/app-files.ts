/** The page for people with its files, as they are served. */
export interface AppFiles {
  /** The HTML of the page, which names the files that it loads first. */
  index: Buffer
  /** The files that the page loads, by names that are made from their contents. */
  files: ReadonlyMap<string, Buffer>
}

/** The beginning of the addresses that all answer the same page, which shows what the address names. */
export const APP_PATH = '/app/'

/** The beginning of the addresses of the files that the page loads. */
export const APP_FILES = `${APP_PATH}files/`
