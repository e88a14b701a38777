import { expect, it } from 'vitest'
import { dataServer } from '../../tools/data.ts'
import { protocolServer } from '../../tools/protocol.ts'
import { defineServer, defineTool } from '../kernel/assistants/server-definition.ts'
import { OPERATIONS } from '../server/operations.ts'

it('a public server has what everybody may read alone, and no site', () => {
  const others = OPERATIONS.filter(
    ({ effect, access }) => effect === 'read' && access.by !== 'public',
  )
  expect(others.length).toBeGreaterThan(40)
  for (const operation of others) {
    const tool = defineTool({
      name: 'search',
      title: 'x',
      description: 'x',
      operation,
      form: 'table',
    })
    const tools = [...protocolServer.tools, tool]
    expect(() => defineServer({ ...protocolServer, tools })).toThrow(TypeError)
    const access = ['public', operation.access.by] as const
    expect(() => defineServer({ ...protocolServer, access, tools })).toThrow(TypeError)
  }
  const { bindSite } = dataServer
  expect(bindSite).toBeDefined()
  expect(() => defineServer({ ...protocolServer, ...(bindSite && { bindSite }) })).toThrow(
    TypeError,
  )
})
