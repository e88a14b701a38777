interface Instruction {
  /** The name is in upper case. */
  name: string
  text: string
}

export interface Stage {
  image: string
  /** Later stages call it by this name. */
  alias: string | undefined
  instructions: readonly Instruction[]
}

/** Reads the stages of a Dockerfile. Heredocs and parser directives are not read, since ours has none. */
export function readDockerfile(text: string): Stage[] {
  const stages: { image: string; alias: string | undefined; instructions: Instruction[] }[] = []
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line.trim()) ?? []
    if (name.toUpperCase() === 'FROM') {
      const [image = '', , alias] = rest.split(/\s+/)
      stages.push({ image, alias, instructions: [] })
    } else {
      stages.at(-1)?.instructions.push({ name: name.toUpperCase(), text: rest })
    }
  }
  return stages
}

/** The arguments of each instruction of this name, in order. */
export const instructionTexts = (stage: Stage, name: string): string[] =>
  stage.instructions.filter((one) => one.name === name).map(({ text }) => text)

/** The words of a command in exec form, `["node", "x.js"]`; undefined where a shell would run it. */
export function execForm(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined
  // @NOTE what is no list of strings fails in the check that reads it.
  return JSON.parse(text) as string[]
}
