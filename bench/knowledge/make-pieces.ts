import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'
import { splitWords } from '../../server/store/search/words.ts'
import { createRandom } from '../../server/testing/create-random.ts'

const DOCUMENTS = join(REPOSITORY_ROOT, 'e2e/fixtures/knowledge/documents')
const SEED = 41
export const PIECES_PER_DOCUMENT = 20
/** Words of one piece. */
const [WORDS_MIN, WORDS_MAX] = [40, 120]
/** Longer runs of Japanese and Korean are cut, as sentences are by their marks. */
const RUN_CHARACTERS = 12
/** Share of words that are two words in one: a language always has new ones. */
const NEW_WORDS = 0.02
/** Share of a question's words with two letters exchanged. */
const SLIPS = 0.1

/** The frequency of a word in a text is its frequency in the set, so that few words are very common. */
type Words = readonly string[]

export interface BenchPiece {
  readonly heading: string
  readonly text: string
}

export interface BenchDocument {
  readonly title: string
  readonly language: string
  readonly pieces: readonly BenchPiece[]
}

export interface BenchQuestion {
  readonly question: string
  /** Number of the piece from which its words are, among all pieces. */
  readonly piece: number
}

/** Words of the own set's folders, by their language. */
function readVocabularies(): ReadonlyMap<string, Words> {
  const folders: Readonly<Record<string, readonly string[]>> = {
    en: ['tidewell', 'brackenpost', 'alcove'],
    de: ['haslbruck', 'ebersfurt', 'lindach'],
    ar: ['zaytun', 'manara', 'bariq'],
    ko: ['saebyeok', 'dalbit', 'mulgyeol'],
    ja: ['aobado', 'minakami', 'kawabe'],
  }
  return new Map(
    Object.entries(folders).map(([language, names]) => [
      language,
      names.flatMap((name) => readFolder(join(DOCUMENTS, name))),
    ]),
  )
}

const MARKUP = /<(?:script|style)[\s\S]*?<\/(?:script|style)>|<[^>]*>|&\w+;/gu

function readFolder(folder: string): Words {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const text = readFileSync(join(parentPath, name), 'utf8').replaceAll(MARKUP, ' ')
      return Array.from(splitWords(text), ({ raw }) => raw.slice(0, RUN_CHARACTERS))
    })
}

/** Read at the start of a process, since it takes long. */
const VOCABULARIES = [...readVocabularies()]

/** Documents of five languages with that many pieces together; the same ones each time. */
export function* makeDocuments(pieces: number): Generator<BenchDocument, void, void> {
  const random = createRandom(SEED)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
  for (let made = 0; made < pieces; made += PIECES_PER_DOCUMENT) {
    const [language, words] = pick(VOCABULARIES)
    const word = () => (random() < NEW_WORDS ? pick(words) + pick(words) : pick(words))
    const take = (count: number) => Array.from({ length: count }, word).join(' ')
    yield {
      title: take(4),
      language,
      pieces: Array.from({ length: PIECES_PER_DOCUMENT }, () => ({
        heading: take(3),
        text: take(WORDS_MIN + Math.floor(random() * (WORDS_MAX - WORDS_MIN))),
      })),
    }
  }
}

/**
 * Questions with some words of one piece each, in their order, a few of them with a slip.
 *
 * @param set other numbers give other questions.
 */
export function makeQuestions(pieces: number, count: number, set = 1): readonly BenchQuestion[] {
  const random = createRandom(SEED + set)
  const wanted = new Map<number, number[]>()
  for (let index = 0; index < count; index += 1) {
    const piece = Math.floor(random() * pieces)
    wanted.set(piece, [...(wanted.get(piece) ?? []), index])
  }
  const questions: BenchQuestion[] = []
  let number = 0
  for (const document of makeDocuments(pieces)) {
    for (const { text } of document.pieces) {
      for (const _ of wanted.get(number) ?? []) {
        const words = text.split(' ')
        const start = Math.floor(random() * (words.length - 8))
        const some = words.slice(start, start + 4 + Math.floor(random() * 5))
        const question = some.map((each) => (random() < SLIPS ? exchange(each, random) : each))
        questions.push({ question: question.join(' '), piece: number })
      }
      number += 1
    }
  }
  return questions
}

function exchange(word: string, random: () => number): string {
  if (word.length < 4) return word
  const at = 1 + Math.floor(random() * (word.length - 3))
  return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)
}
