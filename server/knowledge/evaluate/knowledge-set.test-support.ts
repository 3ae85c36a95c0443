import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Element, Window } from 'happy-dom'
import Papa from 'papaparse'
import { type Question, readQuestions } from './read-questions.ts'
import { REPOSITORY_ROOT } from '../../../scripts/repository-root.ts'

const FOLDER = join(REPOSITORY_ROOT, 'e2e/fixtures/knowledge')
const DOCUMENTS = join(FOLDER, 'documents')
const HEADINGS = 'h1, h2, h3, h4, h5, h6'
/** Inflected forms of a word mostly share as many letters. */
const STEM_LETTERS = 5
/** Shorter words are articles, prepositions and the like. */
const SHORTEST_WORD = 4

export const readSetQuestions = (): readonly Question[] =>
  readQuestions(readFileSync(join(FOLDER, 'questions.csv'), 'utf8'))

/** Paths of all documents, below their folder. */
export function listDocuments(): string[] {
  return readdirSync(DOCUMENTS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(DOCUMENTS.length + 1))
    .sort()
}

export const readDocument = (path: string): string => readFileSync(join(DOCUMENTS, path), 'utf8')

/** Text as the set compares it: NFKC, one space for white space, small letters, nothing invisible. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200d\u2060]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** The texts of all places with this anchor or heading; a right place has exactly one. */
export function readPlaces(path: string, place: string): string[] {
  const text = readDocument(path)
  if (path.endsWith('.csv')) return readCsvPlaces(text, place)
  if (path.endsWith('.txt')) return readTextPlaces(text, place)
  return path.endsWith('.md') ? readMarkdownPlaces(text, place) : readHtmlPlaces(text, place)
}

function readCsvPlaces(text: string, place: string): string[] {
  return Papa.parse<string[]>(text.trimEnd())
    .data.filter(([cell]) => cell === place)
    .map((row) => row.join(' '))
}

const readTextPlaces = (text: string, place: string): string[] =>
  text.split('\n\n').filter((paragraph) => paragraph.startsWith(`${place}\n`))

type MarkdownSection = { heading: string; level: number; text: string }

function readMarkdownPlaces(text: string, place: string): string[] {
  const sections: MarkdownSection[] = []
  let isCode = false
  // Underlined headings are read as those with signs. The last line of front matter is underlined too.
  const signed = text
    .replace(/^(.+)\n={3,}$/gmu, '# $1')
    .replace(/^([^\n|-].*)\n-{3,}$/gmu, (whole, heading: string) =>
      heading.startsWith('updated:') ? whole : `## ${heading}`,
    )
  for (const line of signed.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, signs, heading] = (!isCode && /^(#{1,6}) (.*)$/u.exec(line)) || []
    if (signs && heading) {
      sections.push({ heading: heading.replaceAll('`', ''), level: signs.length, text: '' })
    }
    const last = sections.at(-1)
    if (last) last.text += `${line}\n`
  }
  return sections.flatMap(({ heading, level }, index) => {
    if (heading !== place) return []
    const below = sections.slice(index + 1).findIndex((section) => section.level <= level)
    const end = level === 1 || below === -1 ? sections.length : index + 1 + below
    return [
      sections
        .slice(index, end)
        .map((section) => section.text)
        .join(''),
    ]
  })
}

function readHtmlPlaces(html: string, place: string): string[] {
  const document = readPage(html)
  const headings = [...document.querySelectorAll(`${HEADINGS}, summary, main button`)]
  const found = place.startsWith('#')
    ? [...document.querySelectorAll(`[id="${place.slice(1)}"]`)]
    : headings.filter(
        (heading) =>
          heading.textContent.trim() === place && !heading.querySelector('button, summary'),
      )
  return found.map((element) => readSection(element))
}

const pages = new Map<string, Window['document']>()
/** Pages are kept, because several tests read the same ones. */
function readPage(html: string): Window['document'] {
  const kept = pages.get(html)
  if (kept) return kept
  const { document } = new Window()
  document.write(html)
  pages.set(html, document)
  return document
}

/** The text of the part of a page that this element is, heads or opens. */
function readSection(element: Element): string {
  const panel = element.getAttribute('aria-controls')
  if (panel) {
    return `${element.textContent} ${element.ownerDocument.querySelector(`[id="${panel}"]`)?.textContent}`
  }
  if (element.localName === 'summary') return element.parentElement?.textContent ?? ''
  const heading = element.closest(HEADINGS)
  if (!heading) return element.textContent
  let text = heading.textContent
  for (let next = heading.nextElementSibling; next; next = next.nextElementSibling) {
    if (/^h[1-6]$/u.test(next.localName) && next.localName <= heading.localName) break
    text += ` ${next.textContent}`
  }
  return text
}

/**
 * Beginnings of the words that say something in a text: of four letters and more, in Korean the first
 * two syllables of each word, in Japanese pairs of ideographs or of katakana.
 */
export function listStems(text: string): Set<string> {
  const folded = normalise(text)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
  const words = folded.match(/[\p{L}\p{N}ー]+/gu) ?? []
  return new Set(words.flatMap((word) => readStems(word)))
}

function readStems(word: string): string[] {
  if (/\p{scx=Hira}|\p{sc=Han}|\p{scx=Kana}/u.test(word)) {
    const runs = word.match(/\p{sc=Han}{2,}|[\p{sc=Kana}ー]{2,}/gu) ?? []
    return runs.flatMap((run) =>
      Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2)),
    )
  }
  if (/\p{sc=Hang}/u.test(word)) return word.length > 1 ? [word.slice(0, 2)] : []
  if (word.length < SHORTEST_WORD) return []
  // Without the article of Arabic, which is written with its word.
  return [word.replace(/^[وفبكل]?ال/u, '').slice(0, STEM_LETTERS)]
}
