/** One way to take a prompt to a target, tried in the order of the list. */
export interface LinkMethod {
  /** An `app` link opens an installed program; it is offered next to a web link and is never opened by itself. */
  readonly type: 'link' | 'app'
  /** An address with one `{prompt}`, which is the whole value of a parameter of its query. */
  readonly template: string
  /** `broken` methods are skipped, but a link made of one is recognised. */
  readonly status: 'documented' | 'reported' | 'broken'
  /** Whether opening the link sends the prompt; present `unknown` like `always`. */
  readonly submits: 'always' | 'never' | 'unknown'
  /** The effect of the link on a telephone that has the target's app. */
  readonly mobile?: 'works' | 'ignored' | 'unknown'
  /** Octets of the whole address; the registry's where it is absent. */
  readonly maxUrlLength?: number
  /** The day on which someone last looked. */
  readonly checked: string
  readonly evidence?: readonly string[]
}

/** The reader copies the prompt and opens `home`; last in every list. */
export interface CopyMethod {
  readonly type: 'copy'
}

export interface AskTarget {
  readonly id: string
  readonly name: string
  readonly vendor?: string
  readonly home: string
  /** Address of its sign. */
  readonly logo?: string
  readonly methods: readonly (LinkMethod | CopyMethod)[]
  /** Other addresses that are in use: recognised, and never made. */
  readonly aliases?: readonly string[]
  /** The target to offer where this one takes no link. */
  readonly substitute?: string
  readonly capabilities?: readonly string[]
  /** Names in robots.txt by what they fetch for. */
  readonly agents?: {
    readonly user?: readonly string[]
    readonly search?: readonly string[]
    readonly train?: readonly string[]
  }
  readonly referrers?: readonly string[]
  readonly utmSources?: readonly string[]
}

export interface TargetRegistry {
  readonly revision: string
  /** Ids of the targets that are offered where no targets were chosen. */
  readonly defaults?: readonly string[]
  /** Octets of an address where a method states none. */
  readonly maxUrlLength: number
  /** Schemes that `app` methods may have. */
  readonly appSchemes?: readonly string[]
  readonly targets: readonly AskTarget[]
  /** Ids of targets that are gone; no id is used again. */
  readonly retired?: readonly string[]
}
