// Runs under a newer Node than the service needs: `node ask-ai-sdk.js URL KEY TOOL ARGUMENTS`, and prints what it saw.
import { createMCPClient } from '@ai-sdk/mcp'

const [url, key, tool, args] = process.argv.slice(2)
const client = await createMCPClient({
  transport: { type: 'http', url, headers: key === '' ? {} : { Authorization: `Bearer ${key}` } },
})
try {
  const tools = await client.tools()
  const answer = await tools[tool].execute(JSON.parse(args), { toolCallId: '1', messages: [] })
  const { resources } = await client.listResources()
  const { prompts } = await client.listPrompts()
  const seen = {
    tools: Object.keys(tools),
    text: JSON.stringify(answer.content),
    resources: resources.map(({ uri }) => uri),
    prompts: prompts.map(({ name }) => name),
  }
  process.stdout.write(`${JSON.stringify(seen)}\n`)
} finally {
  await client.close()
}
