import type { LanguageRules } from './language-rules.ts'
import { parsePhrase, parseTerms, type PhraseStep, type TermWords } from './parse-phrase.ts'
import type { WordRuleId } from './rules.ts'

/** A node of the tree of all terms; children by a word, or by a beginning with `*`. */
export interface TermNode {
  readonly next: Map<string, TermNode>
  /** Classes of which the way to this node is an entry. */
  readonly classes: number[]
}

/** One step of a phrase, ready to match. The step before it in its phrase has the id before its own. */
export interface CompiledStep {
  readonly id: number
  readonly isFirst: boolean
  /** The rule that is broken when this step, the last one, is reached. */
  readonly breaks: WordRuleId | undefined
  readonly maxGap: number
  /** Class that must not occur in the gap; -1 if anything may. */
  readonly barred: number
  /** Class that must stand right before unless a clause begins; -1 if it may stand anywhere. */
  readonly connector: number
  /** Class that must not end in the `guardReach` words before; -1 if there is none. */
  readonly guard: number
  readonly guardReach: number
}

/** What an occurrence of a class leads to. */
export interface ClassUse {
  readonly firstSteps: CompiledStep[]
  readonly laterSteps: CompiledStep[]
  /** Whether some step asks where the class occurred last. */
  isWatched: boolean
}

/** All languages as one machine. */
export interface CompiledPhrases {
  readonly root: TermNode
  /** Every word and beginning that some term has; others need no look. */
  readonly vocabulary: ReadonlySet<string>
  readonly stepCount: number
  /** By the id of the class. */
  readonly classes: readonly ClassUse[]
}

/** Puts the phrases of all languages into one machine. Throws on a phrase that names an unknown class. */
export function compilePhrases(languages: readonly LanguageRules[]): CompiledPhrases {
  const compiler = new Compiler()
  for (const language of languages) compiler.addLanguage(language)
  return compiler.result()
}

class Compiler {
  private readonly root: TermNode = { next: new Map(), classes: [] }
  private readonly vocabulary = new Set<string>()
  private readonly idByClass = new Map<string, number>()
  private readonly classes: ClassUse[] = []
  private stepCount = 0

  addLanguage({ language, terms, phrases }: LanguageRules): void {
    for (const [name, entries] of Object.entries(terms)) {
      this.addClass(`${language}:${name}`, parseTerms(entries))
    }
    for (const [rule, list] of Object.entries(phrases)) {
      for (const sequence of list.flatMap(parsePhrase)) {
        // @NOTE `Object.entries` forgets the keys of the record.
        this.addSequence(language, rule as WordRuleId, sequence)
      }
    }
  }

  result(): CompiledPhrases {
    const { root, vocabulary, classes, stepCount } = this
    return { root, vocabulary, classes, stepCount }
  }

  private addSequence(language: string, rule: WordRuleId, sequence: readonly PhraseStep[]): void {
    for (const [i, step] of sequence.entries()) {
      const compiled: CompiledStep = {
        id: this.stepCount++,
        isFirst: i === 0,
        breaks: i === sequence.length - 1 ? rule : undefined,
        maxGap: step.maxGap,
        barred: this.watch(language, step.barred),
        connector: this.watch(language, step.isCommand ? 'connector' : undefined),
        guard: this.watch(language, step.guard?.name),
        guardReach: step.guard?.reach ?? 0,
      }
      for (const id of this.classesOf(language, step)) {
        const use = this.classes[id]
        if (compiled.isFirst) use?.firstSteps.push(compiled)
        else use?.laterSteps.push(compiled)
      }
    }
  }

  private classesOf(language: string, step: PhraseStep): number[] {
    const classes = step.classes.map((name) => this.known(language, name))
    if (step.literals.length === 0) return classes
    const name = step.literals.map((words) => words.join(' ')).join('|')
    return [...classes, this.idByClass.get(name) ?? this.addClass(name, step.literals)]
  }

  private watch(language: string, name: string | undefined): number {
    if (name === undefined) return -1
    const id = this.known(language, name)
    const use = this.classes[id]
    if (use !== undefined) use.isWatched = true
    return id
  }

  private known(language: string, name: string): number {
    const id = this.idByClass.get(`${language}:${name}`)
    if (id === undefined) throw new Error(`No class <${name}> in the rules of ${language}`)
    return id
  }

  private addClass(name: string, terms: readonly TermWords[]): number {
    const id = this.classes.push({ firstSteps: [], laterSteps: [], isWatched: false }) - 1
    this.idByClass.set(name, id)
    for (const words of terms) {
      let node = this.root
      for (const word of words) {
        this.vocabulary.add(word)
        const next = node.next.get(word) ?? { next: new Map(), classes: [] }
        node.next.set(word, next)
        node = next
      }
      if (node !== this.root && !node.classes.includes(id)) node.classes.push(id)
    }
    return id
  }
}
