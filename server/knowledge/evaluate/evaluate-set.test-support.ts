import { inTurns } from '../../steps/in-turns.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY_ROOT } from '../../../scripts/repository-root.ts'
import { addSource } from '../../testing/add-source.ts'
import { createDocument } from '../../store/knowledge/knowledge-rows.test-support.ts'
import type { PlaceSettings } from '../../store/open-place.ts'
import type { Store } from '../../store/store.ts'
import { createKnowledgeSearch } from '../index/create-search.ts'
import { splitDocument } from '../index/split-document.ts'
import type { KnowledgeReader } from '../passage.ts'
import { checkDocument, readInThread } from '../read/read-document.ts'
import { evaluate, type Evaluation } from './evaluate.ts'
import { readQuestions } from './read-questions.ts'

const FIXTURES = join(REPOSITORY_ROOT, 'e2e/fixtures')

export type QuestionSet = 'knowledge' | 'knowledge-cases'

const VISITOR: KnowledgeReader = {
  projectId: 'default',
  workspaceId: 'w',
  userId: 'u',
  isNamed: false,
}

/** Reads, splits and saves all documents of a set, as a crawl does. Returns their number. */
export async function saveSet(
  store: Store,
  place: PlaceSettings,
  set: QuestionSet,
): Promise<number> {
  const folder = join(FIXTURES, set, 'documents')
  const sourceId = await addSource(place)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const path of files) {
    const address = path.slice(folder.length + 1)
    const raw = { address, bytes: readFileSync(path), mediaType: undefined }
    const type = checkDocument(raw)
    if (type === 'pdf') throw new Error('The sets have no PDF.')
    const read = readInThread(raw, type)
    await store.knowledge.saveDocument({
      document: {
        ...createDocument({ sourceId, address }),
        title: read.title,
        language: read.language ?? null,
        date: read.date ?? null,
      },
      pieces: await inTurns(splitDocument(read)),
    })
  }
  return files.length
}

const readSet = (set: QuestionSet): string =>
  readFileSync(join(FIXTURES, set, 'questions.csv'), 'utf8')

/** Asks the questions of a set. */
export function evaluateSet(store: Store, set: QuestionSet): Promise<Evaluation> {
  const { search } = createKnowledgeSearch(store.knowledge)
  return evaluate(readSet(set), (question, limit) => search(VISITOR, question, limit))
}

const RESULTS = 10

/** For each question of a set: the passages, without the numbers of their rows. */
export async function findAll(store: Store, set: QuestionSet): Promise<readonly object[][]> {
  const { search } = createKnowledgeSearch(store.knowledge)
  const found: object[][] = []
  for (const { question } of readQuestions(readSet(set))) {
    const passages = await search(VISITOR, question, RESULTS)
    found.push(passages.map(({ address, text, score }) => ({ address, text, score })))
  }
  return found
}
