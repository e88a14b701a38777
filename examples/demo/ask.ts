import { askAboutPages } from './ask-pages.ts'
import { askForNumbers } from './ask-numbers.ts'
import { askForWords } from './ask-words.ts'
import { asker, print, WIDTH } from './asker.ts'
import { connect } from './mcp.ts'
import { restClient } from './rest.ts'

export interface Asked {
  /** The server's own, without a trailing slash. */
  url: string
  key: string
  siteId: string
  /** The site's domain, by which an assistant names it. */
  site: string
  stop: AbortSignal
}

/** Puts a site owner's questions to both servers, as an assistant would, and prints what came back. */
export async function askLikeAnAssistant({ url, key, siteId, site, stop }: Asked): Promise<void> {
  await using data = await connect(`${url}/mcp/data`, key)
  await using publisher = await connect(`${url}/mcp/publisher`, key)
  print(toolList('/mcp/data', data.tools))
  print(toolList('/mcp/publisher', publisher.tools))
  await askAboutPages(asker(publisher), { site, siteId, rest: restClient(url, key, stop) })
  await askForNumbers(asker(data), site)
  await askForWords(asker(publisher), site)
}

/** One server's tools, over several lines where they are too many for one. */
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
