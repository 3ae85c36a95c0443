import { setImmediate as nextTurn } from 'node:timers/promises'
import { listWords } from '../../store/store.ts'

/** Words of a language that say little alone, such as articles and question words; folded. */
interface FunctionWordList {
  /** BCP 47. */
  readonly language: string
  readonly words: ReadonlySet<string>
}

/** The part of a question that only its grammar needs. */
export interface QuestionGrammar {
  readonly functionWords: ReadonlySet<string>
  /** Languages in which the question may be; empty: unknown. */
  readonly languages: ReadonlySet<string>
}

let loading: Promise<readonly FunctionWordList[]> | undefined

/**
 * Breton: four times as long as others, with "do", "you", "is" and "sell" among its words. Short English questions
 * would be taken for Breton, and "sell" for a word that says nothing.
 */
const UNFIT_LIST = 'bre'

/** Lists of the package `stopword`, for some sixty languages. Read once, one list in a turn of the event loop. */
export const loadFunctionWords = (): Promise<readonly FunctionWordList[]> =>
  (loading ??= readLists())

async function readLists(): Promise<readonly FunctionWordList[]> {
  const lists: FunctionWordList[] = []
  for (const [name, words] of Object.entries(await import('stopword'))) {
    const language = languageOf(name)
    if (language === undefined || !Array.isArray(words)) continue
    // A word of Japanese or Thai is pairs of characters in the index, which other words have as well.
    const folded = words.map((word) => listWords(word)).filter(({ length }) => length === 1)
    lists.push({ language, words: new Set(folded.flat()) })
    await nextTurn()
  }
  return lists
}

/** The package names lists by codes of three letters, and variants and digits by other names. */
const languageOf = (name: string): string | undefined =>
  /^[a-z]{3}$/u.test(name) && name !== UNFIT_LIST ? Intl.getCanonicalLocales(name)[0] : undefined

/** Finds the languages that have the most of a question's words as function words. */
export function readGrammar(
  words: readonly string[],
  lists: readonly FunctionWordList[],
): QuestionGrammar {
  const counted = lists.map((list) => ({
    ...list,
    count: words.filter((word) => list.words.has(word)).length,
  }))
  const most = Math.max(0, ...counted.map(({ count }) => count))
  const chosen = most === 0 ? [] : counted.filter(({ count }) => count === most)
  return {
    functionWords: new Set(
      words.filter(
        (word, index) =>
          chosen.some((list) => list.words.has(word)) ||
          isEnding(word, words[index - 1], words[index + 1]),
      ),
    ),
    languages: new Set(chosen.map(({ language }) => language)),
  }
}

/** In which Korean and Japanese write their endings. */
const ENDING_PAIR = /^(?:\p{Script=Hangul}{2}|\p{Script=Hiragana}{2})$/u

/** True for the last pair of a run: particles and endings stand there, which say little alone. */
const isEnding = (pair: string, before: string | undefined, after: string | undefined): boolean =>
  ENDING_PAIR.test(pair) && continues(before, pair) && !continues(pair, after)

/** True if two pairs are neighbours in a run. */
const continues = (pair: string | undefined, next: string | undefined): boolean =>
  pair !== undefined && next !== undefined && pair.length === 2 && next.startsWith(pair[1]!)
