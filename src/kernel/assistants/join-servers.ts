import { defineServer, type ServerDefinition } from './server-definition.ts'

/** The joined server's own name, texts and parts. An own part replaces the part of the same name, or is added. */
type Joined = Pick<ServerDefinition, 'name' | 'path' | 'title' | 'instructions' | 'parameters'> &
  Partial<Pick<ServerDefinition, 'bindSite' | 'tools' | 'resourceTemplates'>>

/**
 * Makes one server from several, with all of their parts; parts with the same name are listed once. Throws TypeError
 * for parts of one name that differ, where `own` has no part of this name.
 */
export function joinServers(parts: readonly ServerDefinition[], own: Joined): ServerDefinition {
  const [tools, templates] = [own.tools ?? [], own.resourceTemplates ?? []]
  const completions = parts.flatMap((part) => Object.entries(part.completions))
  const byName = joined(
    completions,
    [],
    ([name]) => name,
    ([, operation]) => operation,
  )
  return defineServer({
    ...own,
    joins: parts.map(({ name }) => name),
    access: [...new Set(parts.flatMap(({ access }) => access))],
    tools: joined(
      parts.flatMap((part) => part.tools),
      tools,
      ({ name }) => name,
    ),
    resources: joined(
      parts.flatMap((part) => part.resources),
      [],
      ({ uri }) => uri,
    ),
    resourceTemplates: joined(
      parts.flatMap((part) => part.resourceTemplates),
      templates,
      ({ uriTemplate }) => uriTemplate,
    ),
    prompts: joined(
      parts.flatMap((part) => part.prompts),
      [],
      ({ name }) => name,
    ),
    completions: Object.fromEntries(byName),
  })
}

function joined<T>(
  all: readonly T[],
  own: readonly T[],
  nameOf: (part: T) => string,
  partOf: (part: T) => unknown = (part) => part,
): T[] {
  const ownByName = new Map(own.map((part) => [nameOf(part), part]))
  const byName = new Map<string, T>()
  for (const part of all) {
    const name = nameOf(part)
    const known = byName.get(name)
    if (known && !ownByName.has(name) && partOf(known) !== partOf(part)) {
      throw new TypeError(`Servers that are joined differ in ${name}`)
    }
    byName.set(name, known ?? ownByName.get(name) ?? part)
  }
  return [...new Map([...byName, ...ownByName]).values()]
}
