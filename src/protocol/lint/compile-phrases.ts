import type { LanguageRules } from './language-rules.ts'
import { parsePhrase, parseTerms, type PhraseStep, type TermWords } from './parse-phrase.ts'
import type { WordRuleId } from './rules.ts'
import { Vocabulary } from './vocabulary.ts'

/** A node of the trie of all terms; children are keyed by the keys of the vocabulary. */
export interface TermNode {
  readonly next: Map<number, TermNode>
  /** The ids of the classes that have the path to this node as an entry. */
  readonly classes: number[]
  /**
   * The steps that the classes of this node lead to; filled by `usesOf` when a text first contains the term, since few
   * terms ever occur.
   */
  uses: TermUses | undefined
}

/** The steps that a term can begin or continue. */
export interface TermUses {
  /** The ids of the classes whose last occurrence some step asks about. */
  readonly watched: Int32Array
  /** The ids of the steps that begin a phrase. */
  readonly firstSteps: Int32Array
  /** Flat pairs: the id of the step before, then the id of the step that follows it. */
  readonly laterSteps: Int32Array
  /** The ids of the later steps, keyed by the id of the step before. */
  readonly laterByPrevious: ReadonlyMap<number, readonly number[]>
}

/** One compiled step of a phrase. Phrases with the same beginning share its steps. */
export interface CompiledStep {
  /** Id of the step before; -1 for the first. */
  readonly previous: number
  /** The rule that a text breaks when it reaches this last step; undefined for all other steps. */
  readonly breaks: WordRuleId | undefined
  readonly maxGap: number
  readonly minGap: number
  /** The id of the class that must not occur in the gap; -1 when anything may. */
  readonly barred: number
  /**
   * The id of the class that must stand right before this step unless a clause begins; -1 when the step may stand
   * anywhere.
   */
  readonly connector: number
  /** True when a clause must end behind this step. */
  readonly isLast: boolean
  /** The id of the class that must not end within the `guardReach` words before this step; -1 for none. */
  readonly guard: number
  readonly guardReach: number
}

/** The phrases of all languages as one automaton. */
export interface CompiledPhrases {
  /** The first nodes of the trie of all terms, by vocabulary key. */
  readonly beginnings: readonly (TermNode | undefined)[]
  readonly vocabulary: Vocabulary
  /** All steps, indexed by their id. */
  readonly steps: readonly CompiledStep[]
  /** The uses of all classes, indexed by the id of the class. */
  readonly classes: readonly ClassUse[]
  /** The number of words of the longest term. */
  readonly maxTermWords: number
  /** The number of words of the widest gap between two steps. */
  readonly maxGap: number
}

/**
 * Compiles the phrases of all languages into one automaton, a few with each step, since the whole takes a tenth of a
 * second. Throws on a phrase that names an unknown class.
 */
export function* compilePhrases(
  languages: readonly LanguageRules[],
): Generator<void, CompiledPhrases> {
  const compiler = new Compiler()
  for (const language of languages) yield* compiler.addLanguage(language)
  return compiler.result()
}

/** The steps that a class leads to, and whether some step asks where it occurred last. */
interface ClassUse {
  readonly steps: number[]
  isWatched: boolean
}

class Compiler {
  private readonly root = emptyNode()
  private readonly vocabulary = new Vocabulary()
  private readonly idByClass = new Map<string, number>()
  private readonly classes: ClassUse[] = []
  private readonly steps: CompiledStep[] = []
  private readonly idByStep = new Map<string, number>()
  private maxTermWords = 1;

  *addLanguage({ language, terms, phrases }: LanguageRules): Generator<void> {
    for (const [name, entries] of Object.entries(terms)) {
      this.addClass(`${language}:${name}`, parseTerms(entries))
    }
    yield
    for (const [rule, list] of Object.entries(phrases)) {
      for (const sequence of list.flatMap(parsePhrase)) {
        // @NOTE `Object.entries` forgets the keys of the record.
        this.addSequence(language, rule as WordRuleId, sequence)
      }
      yield
    }
  }

  result(): CompiledPhrases {
    const { vocabulary, steps, classes, maxTermWords } = this
    const beginnings = Array.from({ length: vocabulary.size }, (_, key) => this.root.next.get(key))
    const maxGap = steps.reduce((widest, step) => Math.max(widest, step.maxGap), 0)
    return { beginnings, vocabulary, steps, classes, maxTermWords, maxGap }
  }

  private addSequence(language: string, rule: WordRuleId, sequence: readonly PhraseStep[]): void {
    let previous = -1
    for (const [i, step] of sequence.entries()) {
      previous = this.addStep(this.classesOf(language, step), {
        previous,
        breaks: i === sequence.length - 1 ? rule : undefined,
        maxGap: step.maxGap,
        minGap: step.minGap,
        barred: this.watch(language, step.barred),
        connector: this.watch(language, step.isCommand ? 'connector' : undefined),
        isLast: step.isLast,
        guard: this.watch(language, step.guard?.name),
        guardReach: step.guard?.reach ?? 0,
      })
    }
  }

  private addStep(classes: readonly number[], step: CompiledStep): number {
    const name = `${classes.join()} ${Object.values(step).join()}`
    const known = this.idByStep.get(name)
    if (known !== undefined) return known
    const id = this.steps.push(step) - 1
    this.idByStep.set(name, id)
    for (const one of classes) this.classes[one]?.steps.push(id)
    return id
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
    const id = this.classes.push({ steps: [], isWatched: false }) - 1
    this.idByClass.set(name, id)
    for (const words of terms) {
      this.maxTermWords = Math.max(this.maxTermWords, words.length)
      let node = this.root
      for (const word of words) {
        const key = this.vocabulary.add(word)
        const next = node.next.get(key) ?? emptyNode()
        node.next.set(key, next)
        node = next
      }
      if (node !== this.root && !node.classes.includes(id)) node.classes.push(id)
    }
    return id
  }
}

const emptyNode = (): TermNode => ({ next: new Map(), classes: [], uses: undefined })

/** Returns the steps that a term can begin or continue, computed once for each node. */
export function usesOf(node: TermNode, { classes, steps }: CompiledPhrases): TermUses {
  if (node.uses !== undefined) return node.uses
  const first: number[] = []
  const pairs: number[] = []
  const later = new Map<number, number[]>()
  for (const id of new Set(node.classes.flatMap((one) => classes[one]?.steps ?? []))) {
    const previous = steps[id]?.previous ?? -1
    if (previous < 0) first.push(id)
    else {
      pairs.push(previous, id)
      later.set(previous, [...(later.get(previous) ?? []), id])
    }
  }
  node.uses = {
    watched: Int32Array.from(node.classes.filter((id) => classes[id]?.isWatched)),
    firstSteps: Int32Array.from(first),
    laterSteps: Int32Array.from(pairs),
    laterByPrevious: later,
  }
  return node.uses
}
