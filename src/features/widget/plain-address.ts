/** An address without what means something in HTML, in PHP, in JavaScript or in a shell. */
export const plainAddress = (address: string): string =>
  new URL(address).href.replaceAll(
    /[^\w./:~%?=[\]@+,-]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
