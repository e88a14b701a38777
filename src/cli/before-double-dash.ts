/** The arguments that may be options: those before `--`. */
export function beforeDoubleDash(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  return end < 0 ? args : args.slice(0, end)
}
