import MiniSearch, { type Options, type SearchResult } from 'minisearch'
import { SEARCH_WORDS, STOP_WORDS } from './search-words.ts'

/** A section of a page of the documentation. */
export interface PageSection {
  /** Path of the page, with the anchor of the section. */
  readonly id: string
  readonly path: string
  readonly title: string
  /** Titles of the sections around it, the page first. */
  readonly above: string
  readonly text: string
  /** First words of its prose. */
  readonly opening: string
  /** Decisions and tables of rules: found after all guides. */
  readonly isForMakers: boolean
}

export type Found = Pick<PageSection, 'id' | 'path' | 'title' | 'above' | 'opening'>

const GUIDES_MAX = 12
/** A separate number, so that guides with the same words do not hide a decision. */
const FOR_MAKERS_MAX = 4
/** A long page with a word in each section would hide other pages. */
const SECTIONS_OF_A_PAGE_MAX = 4
/** Shorter words would be taken for others: `cost` for `host`. */
const FUZZY_LENGTH_MIN = 6
const PREFIX_LENGTH_MIN = 3

/** Drops plurals and the spellings of one side of the Atlantic. */
const normalize = (term: string): string =>
  term
    .toLowerCase()
    .replace(/color/g, 'colour')
    .replace(/iz(e|ed|ing|ation)s?$/, 'is$1')
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=[^su]{1}.*[^siu])s$/, '')

const OPTIONS: Options<PageSection> = {
  fields: ['words', 'title', 'above', 'text'],
  storeFields: ['path', 'title', 'above', 'opening', 'isForMakers'],
  extractField: (section, name) =>
    name === 'words' ? (SEARCH_WORDS[section.id] ?? '') : section[name as keyof PageSection],
  processTerm: normalize,
  searchOptions: {
    // A guide explains; the reference lists.
    boostDocument: (_id, _term, stored) => (stored?.['path'] === 'reference' ? 0.5 : 1),
    boost: { words: 8, title: 5, above: 2 },
    prefix: (term) => term.length >= PREFIX_LENGTH_MIN,
    fuzzy: (term) => (term.length >= FUZZY_LENGTH_MIN ? 0.15 : false),
  },
}

export function createIndex(sections: readonly PageSection[]): MiniSearch<PageSection> {
  const index = new MiniSearch(OPTIONS)
  index.addAll(sections)
  return index
}

export const loadIndex = (json: string): MiniSearch<PageSection> =>
  MiniSearch.loadJSON<PageSection>(json, OPTIONS)

/** Sections that have every word of a question; if there are none, those with any of them. Guides come first. */
export function search(index: MiniSearch<PageSection>, question: string): readonly Found[] {
  const words = question.split(/[\s\p{Z}\p{P}]+/u).filter(Boolean)
  const telling = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()))
  const asked = (telling.length > 0 ? telling : words).join(' ')
  const all = index.search(asked, { combineWith: 'AND' })
  const hits = all.length > 0 ? all : index.search(asked, { combineWith: 'OR' })
  const isForMakers = (hit: SearchResult) => hit['isForMakers'] === true
  return [
    ...fromManyPages(hits.filter((hit) => !isForMakers(hit))).slice(0, GUIDES_MAX),
    ...fromManyPages(hits.filter(isForMakers)).slice(0, FOR_MAKERS_MAX),
  ]
}

function fromManyPages(hits: readonly SearchResult[]): readonly Found[] {
  const counts = new Map<string, number>()
  return (hits as unknown as readonly Found[]).filter(({ path }) => {
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    return count <= SECTIONS_OF_A_PAGE_MAX
  })
}
