/** One link of an HTTP `Link` header (RFC 8288). */
export interface HeaderLink {
  href: string
  /** The parameters of the link: names in lower case, values as written, without quotes. */
  parameters: ReadonlyMap<string, string>
}

const MAX_LENGTH = 16_384
const MAX_LINKS = 100

const PARAMETER = /^\s*([\w*-]+)\s*=\s*("([^"]*)"|[^\s;,"]*)\s*$/

/** Reads a `Link` header; parts that do not parse as a link are skipped. */
export function parseLinkHeader(header: string): HeaderLink[] {
  return splitOutside(header.slice(0, MAX_LENGTH), ',')
    .slice(0, MAX_LINKS)
    .flatMap((part) => {
      const open = part.indexOf('<')
      const close = part.indexOf('>', open)
      if (open === -1 || close === -1) return []
      const parameters = splitOutside(part.slice(close + 1), ';').flatMap(parameterOf)
      return [{ href: part.slice(open + 1, close).trim(), parameters: new Map(parameters) }]
    })
}

function parameterOf(text: string): [string, string][] {
  const [, name, bare, quoted] = PARAMETER.exec(text.slice(0, 500)) ?? []
  return name === undefined ? [] : [[name.toLowerCase(), quoted ?? bare ?? '']]
}

/** Splits at a separator that stands neither inside `<…>` nor inside quotes. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let until = ''
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (until !== '') {
      if (char === until) until = ''
    } else if (char === '<') until = '>'
    else if (char === '"') until = '"'
    else if (char === separator) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
