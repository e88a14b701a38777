/**
 * Baseline N1: the SDK's documented Express serving, schemas made inside the factory.
 * Source: the SDK's `docs/serving/express.md`, with plain `express()` and `express.json()`
 * for `createMcpExpressApp()`, whose Host and Origin checks are left out.
 */
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import express from 'express'
import { DATA_ANSWER } from './data-answer.ts'
import { makeTools } from './data-tools.ts'

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'data', version: '1.0.0' })
  for (const { name, ...config } of makeTools()) {
    server.registerTool(name, config, () => DATA_ANSWER)
  }
  return server
})

const app = express()
app.use(express.json())
const node = toNodeHandler(handler)
app.all('/mcp/data', (req, res) => void node(req, res, req.body)) // @NOTE as documented
app.listen(Number(process.env['PORT']), '127.0.0.1')
