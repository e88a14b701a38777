import { askAboutPages } from './ask-about-pages.ts'
import { askAboutNumbers } from './ask-about-numbers.ts'
import { Citable } from '../client/citable.ts'
import { askAboutWords } from './ask-about-words.ts'
import { makeAsk, printLine, WIDTH } from './make-ask.ts'
import { connect } from './mcp.ts'

export interface AssistantSession {
  /** The server's own, without a trailing slash. */
  url: string
  key: string
  siteId: string
  /** The site's domain, by which an assistant names it. */
  site: string
  stop: AbortSignal
}

/** Puts a site owner's questions to both servers, as an assistant would, and prints what came back. */
export async function askLikeAnAssistant({
  url,
  key,
  siteId,
  site,
  stop,
}: AssistantSession): Promise<void> {
  await using data = await connect(`${url}/mcp/data`, key)
  await using publisher = await connect(`${url}/mcp/publisher`, key)
  printLine(toolList('/mcp/data', data.tools))
  printLine(toolList('/mcp/publisher', publisher.tools))
  const citable = new Citable(url, key, { signal: stop })
  await askAboutPages(makeAsk(publisher), { site, siteId, citable })
  await askAboutNumbers(makeAsk(data), site)
  await askAboutWords(makeAsk(publisher), site)
}

/** Lists one server's tools, over several lines where they are too many for one. */
function toolList(server: string, tools: readonly string[]): string {
  let text = ''
  let line = `· ${server} has`
  for (const tool of tools) {
    if (line.length + tool.length < WIDTH) line += ` ${tool}`
    else {
      text += `${line}\n`
      line = `  ${tool}`
    }
  }
  return text + line
}
