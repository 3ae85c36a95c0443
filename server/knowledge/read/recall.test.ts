import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../../../scripts/repository-root.ts'
import { comparable } from '../../testing/knowledge-pages.ts'
import type { ReadDocument, Section } from '../document.ts'
import { checkDocument, readInThread } from './read-document.ts'

type Question = Readonly<Record<'document' | 'anchor_or_heading' | 'expected_words', string>>

const FIXTURES = join(REPOSITORY_ROOT, 'e2e/fixtures')
/** Words that stand in navigation, footers, cookie notices, reviews and comments of the sets. */
const NOISE = [
  'We use cookies',
  'Accept all',
  'A made-up',
  'the colour differs from the picture',
  'I am 190 and swear',
]

const documents = new Map<string, ReadDocument>()

/** Several questions are about one document. */
function readDocument(folder: string, name: string): ReadDocument {
  const kept = documents.get(`${folder}/${name}`)
  if (kept) return kept
  const bytes = readFileSync(join(FIXTURES, folder, 'documents', name))
  const raw = { address: name, bytes, mediaType: undefined }
  const type = checkDocument(raw)
  if (type === 'pdf') throw new Error('The sets have no PDF')
  const document = readInThread(raw, type)
  documents.set(`${folder}/${name}`, document)
  return document
}

function readQuestions(folder: string): readonly Question[] {
  const text = readFileSync(join(FIXTURES, folder, 'questions.csv'), 'utf8')
  const { data } = Papa.parse<Question>(text, { header: true, skipEmptyLines: true })
  return data.filter(({ document }) => document !== '')
}

/** Sections at a place as questions name it: `#id`, a heading, the first cell of a row, a line in capitals. */
function sectionsAt({ title, sections }: ReadDocument, place: string): readonly Section[] {
  if (place.startsWith('#')) return sections.filter(({ anchor }) => anchor === place.slice(1))
  const isPlace = (heading: string) => heading === place || heading.startsWith(`${place} (`)
  return sections.filter(({ headings }) => title === place || headings.some(isPlace))
}

test.each([
  ['knowledge-cases', 68],
  ['knowledge', 170],
])('all words that questions about %s ask for stand at their place: %i', (folder, count) => {
  const questions = readQuestions(folder)
  expect(questions).toHaveLength(count)
  const lost = questions.filter(({ document, anchor_or_heading: place, expected_words: words }) => {
    const sections = sectionsAt(readDocument(folder, document), place)
    const text = comparable(sections.flatMap(({ blocks }) => blocks).join('\n')).toLowerCase()
    return !words.split('|').every((word) => text.includes(comparable(word).toLowerCase()))
  })
  expect(lost).toEqual([])
})

test('no page of the sets gives text of its cookie notice, footer, reviews or comments', () => {
  const folder = 'knowledge/documents/tidewell'
  const html = ['kayak-heron.html', 'paddle-size.html', 'dry-suits.html'].map((name) => ({
    source: readFileSync(join(FIXTURES, folder, name), 'utf8'),
    text: readDocument('knowledge', `tidewell/${name}`)
      .sections.flatMap(({ blocks }) => blocks)
      .join('\n'),
  }))
  const standing = NOISE.filter((words) => html.some(({ source }) => source.includes(words)))
  expect(standing).toEqual(NOISE)
  expect(NOISE.filter((words) => html.some(({ text }) => text.includes(words)))).toEqual([])
})
