/** Puts a text into a code block whose fence is longer than any run of backticks in it. */
export function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3))
  return `${fence}\n${text}\n${fence}`
}
