/** The arguments that may be options: what stands behind `--` is none, whatever it looks like. */
export function ownArguments(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  return end < 0 ? args : args.slice(0, end)
}
