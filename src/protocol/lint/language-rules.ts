import lintRules from '../data/lint-rules.json' with { type: 'json' }
import type { WordRuleId } from './rules.ts'

/**
 * The forbidden phrases of one language, of `lint-rules.json`. `SPEC.md` has their grammar whole; in short:
 *
 * `terms` names classes of words: entries with commas between, each of one or more words. `a|b` is either word, `word*`
 * any word that begins so, `word?` may be missing, `in_mind` are two words in one alternative.
 *
 * A phrase is a sequence of words (written alike) and of
 * - `<class>` or `<one|other>`: an entry of these classes;
 * - `..` or `..7`: up to 4 (or 7) words of any kind, fewer if a sentence ends between;
 * - `..7/class`: the same, but none of the class among them;
 * - `__`: up to 5 words that can be a name, so none of the class `plain`; `__+`: at least one;
 * - `^word`: only where a command can begin: after punctuation, a line break or an entry of the class `connector`;
 * - `word$`: only where a clause ends behind it;
 * - `!<class>` before a word: none of the class in the two words before it; `!!<class>`: in the eight words before it.
 *
 * `@site` is the site that the prompt is for (its name, its address, a placeholder for one of them), `@host` the host
 * of another one, `@name` what looks like a name, `@start` a capital letter where a clause begins,
 * `@value` any other placeholder.
 *
 * Everything is folded like the text, so accents, case and traditional characters do not matter. In Chinese and
 * Japanese each character counts as a word.
 */
export interface LanguageRules {
  readonly language: string
  readonly terms: Readonly<Record<string, string>> & {
    readonly connector: string
    readonly plain: string
    /** The words that turn the negation in `not only` and `but also` into an affirmation, as a list of entries. */
    readonly also: string
  }
  readonly phrases: Readonly<Partial<Record<WordRuleId, readonly string[]>>>
}

// @NOTE the types of JSON are wider; `lint-data.test.ts` holds the file to its schema.
/** The rules of every language; each text is matched against all of them at once. */
export const LANGUAGES = lintRules.languages as readonly LanguageRules[]
