import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Kysely } from 'kysely'
import type { Engine } from '../../scripts/store-place.ts'
import { insertSource } from './add-source.ts'
import { openPlace } from '../store/open-place.ts'
import { openStore } from '../store/store.ts'
import type { Tables } from '../store/tables.ts'
import { createMigratedPlace } from './migrated-place.ts'

const PROJECT = 'default'
/** Pieces of a document, and rows of one statement. */
const PIECES = 500
/** Texts whose pieces are looked for. */
const RESOLVED = 150
/** Subjects of the texts: vectors of one subject are near each other. */
const SUBJECTS = 500
/** Part of a vector that all have in common, of its subject, and of its own. */
const MIX = { common: 0.5, subject: 1, own: 1 } as const
const NANOSECONDS_PER_MS = 1e6

export interface VectorWorldScale {
  readonly pieces: number
  readonly dimensions: number
}

export interface Answer {
  readonly ms: number
  /** Of the ten most similar pieces, the share that was found. */
  readonly recall: number
}

/** Pieces with vectors of many subjects in a database of its own, and questions near some of them. */
export async function startVectorWorld(
  engine: Engine,
  postgresUrl: string,
  { pieces, dimensions }: VectorWorldScale,
) {
  const random = createRandom(7)
  const place = await createMigratedPlace(engine, postgresUrl)
  await insertPieces(place, pieces)
  const store = await openStore(place)
  const model = (await store.embeddings.nameModel(PROJECT, {
    name: 'm',
    dimensions: undefined,
    prefixes: { question: '', passage: '' },
  }))!
  const common = randomUnit(random, dimensions)
  const subjects = Array.from({ length: SUBJECTS }, () => randomUnit(random, dimensions))
  const createVector = (subject: number) =>
    mix([
      [MIX.common, common],
      [MIX.subject, subjects[subject % SUBJECTS]!],
      [MIX.own, randomUnit(random, dimensions)],
    ])
  const units: Float32Array[] = []
  const shape = { dimensions, centre: common.map((each) => each * MIX.common) }
  for (let first = 0; first < pieces; first += PIECES) {
    const vectors = Array.from({ length: Math.min(PIECES, pieces - first) }, (_, index) => {
      const unit = createVector(first + index)
      units.push(Float32Array.from(unit))
      return { hash: hashOf(first + index), title: 'Page', unit }
    })
    await store.vectors.saveVectors(model.id, vectors, shape)
  }
  await store.embeddings.useModel(PROJECT, model.id)
  return {
    /** Asks near a piece. */
    async ask(compared: number): Promise<Answer> {
      const question = createVector(Math.floor(random() * SUBJECTS))
      const began = performance.now()
      const texts = await store.vectors.findNear(model.id, shape, question, compared)
      const near = await store.vectors.findPieces(PROJECT, texts.slice(0, RESOLVED))
      const ms = performance.now() - began
      const best = exactBest(units, question, 10)
      const found = new Set(near.slice(0, best.length).map(({ pieceId }) => pieceId - 1))
      return { ms, recall: best.filter((index) => found.has(index)).length / best.length }
    },
    /** Longest time for which the tasks of this process waited while `task` ran. */
    async longestHold(task: () => Promise<void>): Promise<number> {
      const delays = monitorEventLoopDelay({ resolution: 1 })
      delays.enable()
      await task()
      delays.disable()
      return delays.max / NANOSECONDS_PER_MS
    },
    async stop() {
      await store.close()
      await place.remove()
    },
  }
}

const hashOf = (index: number): string => String((index * 2_654_435_761) % 4_294_967_296)

async function insertPieces(place: Parameters<typeof openPlace>[0], pieces: number) {
  const { dialect, release } = await openPlace(place)
  const db = new Kysely<Tables>({ dialect: dialect.kysely })
  const source = await insertSource(db)
  const owner = { project_id: PROJECT, source_id: source }
  for (let first = 0; first < pieces; first += PIECES) {
    const id = `document_${first}`
    const numbers = Array.from({ length: Math.min(PIECES, pieces - first) }, (_, n) => first + n)
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('knowledge_documents')
        .values({ ...DOCUMENT, ...owner, id, address: id })
        .execute()
      await trx
        .insertInto('knowledge_pieces')
        .values(
          numbers.map((n) => ({
            ...PIECE,
            ...owner,
            id: n + 1,
            document_id: id,
            position: n - first,
            hash: hashOf(n),
          })),
        )
        .execute()
      const entries = numbers.map((n) => ({
        piece_id: n + 1,
        project_id: PROJECT,
        document_id: id,
        words: '',
        terms: 'x',
      }))
      await dialect.knowledge.add(trx, entries)
    })
  }
  await db.destroy()
  release()
}

const DOCUMENT = {
  url: null,
  title: 'Page',
  language: null,
  date: null,
  media_type: 'text/html',
  bytes: 1,
  etag: null,
  last_modified: null,
  hash: 'h',
  notes: '[]',
  fingerprint: null,
  replaced_by: null,
  unread_reason: null,
  unread_detail: null,
  crawl_id: 'c',
  missing_since: null,
  checked_at: '2027-01-15T00:00:00.000Z',
  created_at: '2027-01-15T00:00:00.000Z',
} as const

const PIECE = {
  headings: '[]',
  anchor: null,
  page: null,
  page_label: null,
  language: null,
  text: 'Some words of a page. '.repeat(20),
  full_text: null,
} as const

/** The same numbers in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const randomUnit = (random: () => number, dimensions: number): readonly number[] =>
  toLengthOne(Array.from({ length: dimensions }, () => random() + random() + random() - 1.5))

const mix = (parts: readonly (readonly [number, readonly number[]])[]): readonly number[] =>
  toLengthOne(
    parts[0]![1].map((_, index) =>
      parts.reduce((sum, [weight, vector]) => sum + weight * vector[index]!, 0),
    ),
  )

function toLengthOne(vector: readonly number[]): readonly number[] {
  const length = Math.hypot(...vector)
  return vector.map((each) => each / length)
}

/** Indexes of the vectors that are nearest by their exact numbers. */
function exactBest(
  units: readonly Float32Array[],
  question: readonly number[],
  count: number,
): readonly number[] {
  return units
    .map((unit, index) => ({
      index,
      similarity: unit.reduce((sum, each, place) => sum + each * question[place]!, 0),
    }))
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, count)
    .map(({ index }) => index)
}
