const SPACES = /[\p{White_Space}\p{Cc}]+/gu

/** Writes a text as it is compared: in one case and form, with single blanks. */
export const matchForm = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(SPACES, ' ').trim()
