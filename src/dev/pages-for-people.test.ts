import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { separateServers } from '../kernel/assistants/server-definition.ts'
import { MCP_SERVERS } from '../../tools/index.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The name that a heading has in an address, as Markdown hosts make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-')

function isThere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(ROOT, file))) return false
  const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchorOf(text))
  return anchor === undefined || headings.includes(anchor)
}

it('links of pages lead to files and headings that are there', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^\s()]+)\)/g)].map(([, link = '']) => ({ page, link })),
  )
  const own = links.filter(({ link }) => !/^[a-z]+:/.test(link))
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter(({ page, link }) => !isThere(page, link))).toEqual([])
})

it('docs/mcp.md names every tool of every server', () => {
  const tables = read('docs/mcp.md').split(/^\| `(?=\/mcp\/)/m)
  for (const server of separateServers(MCP_SERVERS)) {
    const table = tables.find((text) => text.startsWith(`/mcp${server.path}\``)) ?? ''
    const [, rows = ''] = /^[^\n]+\n([\s\S]*?)\n\n/.exec(table) ?? []
    const named = new Set([...rows.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name))
    expect(server.tools.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
  }
})
