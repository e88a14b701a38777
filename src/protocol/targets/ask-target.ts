/** One way to take a prompt to a target; the methods are tried in the order of the list. */
export interface LinkMethod {
  /** An `app` link opens an installed program; it is offered next to a web link and is never opened by itself. */
  readonly type: 'link' | 'app'
  /** An address with one `{prompt}`, which is the whole value of a parameter of its query. */
  readonly template: string
  /**
   * The grounds on which the method counts as working. A `broken` one is skipped, but a link that was made by it is
   * recognised.
   */
  readonly status: 'documented' | 'reported' | 'broken'
  /**
   * The effect of opening the link on the prompt: it is sent always, never, or possibly. A reader is warned of
   * `unknown` as of `always`.
   */
  readonly submits: 'always' | 'never' | 'unknown'
  /** The effect of the link on a telephone that has the target's app. */
  readonly mobile?: 'works' | 'ignored' | 'unknown'
  /** The most octets of the whole address; that of the registry where it is absent. */
  readonly maxUrlLength?: number
  /** The day on which someone last checked the method, such as 2026-11-20. */
  readonly checked: string
  readonly evidence?: readonly string[]
}

/** The method of every target that is last in its list: the reader copies the prompt and opens `home`. */
export interface CopyMethod {
  readonly type: 'copy'
}

export interface AskTarget {
  readonly id: string
  readonly name: string
  readonly vendor?: string
  readonly home: string
  /** The address of the target's logo. */
  readonly logo?: string
  readonly methods: readonly (LinkMethod | CopyMethod)[]
  /** The templates of other addresses that are in use: links of this form are recognised, and never made. */
  readonly aliases?: readonly string[]
  /** The id of the target to offer where this one takes no link. */
  readonly substitute?: string
  readonly capabilities?: readonly string[]
  /** The names in robots.txt of the agents that fetch for the target, by the purpose that they fetch for. */
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
  /** The ids of the targets that are offered where no targets were chosen. */
  readonly defaults?: readonly string[]
  /** The most octets of an address whose method states no maximum. */
  readonly maxUrlLength: number
  /** The schemes that the addresses of `app` methods may have. */
  readonly appSchemes?: readonly string[]
  readonly targets: readonly AskTarget[]
  /** The ids of targets that are gone; no id is used again. */
  readonly retired?: readonly string[]
}
