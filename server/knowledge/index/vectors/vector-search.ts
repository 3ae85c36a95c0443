import { AlcoveError } from '../../../../shared/errors.ts'
import { EmbeddingError, type Embedder } from '../../../models/embedder.ts'
import { toUnit, type EmbeddingModelRow, type NearPiece } from '../../../store/store.ts'
import { embedCounted } from './counted-call.ts'
import { embeddedQuestion } from './embedded-text.ts'
import { chanceFloor } from './chance-floor.ts'
import type { EmbeddingWorld } from './embedding-world.ts'

/** A person waits: a model that is late is not waited for. */
export const QUESTION_PATIENCE = { totalMs: 5_000, retries: 1 } as const
/** Vectors that are compared by their numbers, and the most if the reader may not see most sources. */
export const COMPARED = 500
export const COMPARED_MAX = 32_000
const COMPARED_GROWTH = 8
/** Time in which vectors are found; the search goes on by words without them. */
export const NEAR_MS = 3_000

export interface VectorQuestion {
  readonly projectId: string
  readonly text: string
  /** Ids of the sources that the reader may find. */
  readonly sources: ReadonlySet<string>
  /** Number of pieces that is enough. */
  readonly wanted: number
  readonly signal?: AbortSignal | undefined
}

/** A piece that is near a question in meaning. */
export interface Nearness extends NearPiece {
  /** True if it is nearer than the best of so many unrelated texts would be by chance. */
  readonly isOutstanding: boolean
}

/** Finds pieces by their meaning. */
export interface VectorSearch {
  /**
   * Nearest first. Undefined: the project has no vectors, or the question got none (logged): words alone find.
   */
  search(question: VectorQuestion): Promise<readonly Nearness[] | undefined>
}

export function createVectorSearch(world: EmbeddingWorld): VectorSearch {
  const { store, log } = world

  async function find(question: VectorQuestion): Promise<readonly Nearness[] | undefined> {
    const { projectId } = question
    const models = await store.embeddings.listModels(projectId)
    const model = models.find(({ state }) => state === 'current')
    if (!model) return undefined
    const embedder = await embedderOf(world, model)
    if (!embedder) return undefined
    const unit = await embedQuestion(
      world,
      embedder,
      embeddedQuestion(question.text, model.prefixes),
      question,
    )
    if (unit?.length !== model.shape?.dimensions || !unit || !model.shape) {
      log.warn({ projectId, model: model.name }, 'a question got a vector that cannot be compared')
      return undefined
    }
    return findNear(world, model, unit, question)
  }

  return {
    async search(question) {
      try {
        return await withTime(find(question), NEAR_MS + QUESTION_PATIENCE.totalMs)
      } catch (error) {
        question.signal?.throwIfAborted()
        // The model's log has told its failure.
        if (!(error instanceof EmbeddingError)) {
          log.warn(
            { projectId: question.projectId, ...describe(error) },
            'a question is answered without vectors',
          )
        }
        return undefined
      }
    },
  }
}

/** The model that made the vectors: questions use it until those of a new one are whole. */
async function embedderOf(
  { modelOf, formerModelOf }: EmbeddingWorld,
  { projectId, name, dimensions, prefixes }: EmbeddingModelRow,
): Promise<Embedder | undefined> {
  const named = await modelOf(projectId)
  const isSame = named?.name === name && named.dimensions === dimensions
  return isSame ? named.embedder : formerModelOf(projectId, { name, dimensions, prefixes })
}

async function embedQuestion(
  world: EmbeddingWorld,
  embedder: Embedder,
  text: string,
  { projectId, signal }: VectorQuestion,
): Promise<readonly number[] | undefined> {
  const { vectors } = await embedCounted(world, embedder, {
    projectId,
    purpose: 'questions',
    texts: [text],
    patience: QUESTION_PATIENCE,
    signal: signal ?? new AbortController().signal,
  })
  return toUnit(vectors[0] ?? [])
}

async function findNear(
  { store }: EmbeddingWorld,
  model: EmbeddingModelRow,
  unit: readonly number[],
  { sources, wanted }: VectorQuestion,
): Promise<readonly Nearness[]> {
  const { vectors } = store
  const { shape } = model
  if (!shape) return []
  const sample = await vectors.sampleSimilarities(model.id, shape, unit)
  const floor = chanceFloor(sample, model.texts)
  for (let compared = COMPARED; ; compared *= COMPARED_GROWTH) {
    const near = await vectors.findNear(model.id, shape, unit, compared)
    const readable: NearPiece[] = []
    for (const texts of inParts(near)) {
      const pieces = await vectors.findPieces(model.projectId, texts)
      readable.push(...pieces.filter(({ sourceId }) => sources.has(sourceId)))
      if (readable.length >= wanted) break
    }
    const isLast = near.length < compared || compared >= COMPARED_MAX
    if (readable.length < wanted && !isLast) continue
    return readable
      .slice(0, wanted)
      .map((piece) => ({ ...piece, isOutstanding: piece.similarity > floor }))
  }
}

/** Texts whose pieces are looked for at once. */
const TEXTS_PER_STEP = 150

function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[], void, void> {
  for (let first = 0; first < items.length; first += TEXTS_PER_STEP) {
    yield items.slice(first, first + TEXTS_PER_STEP)
  }
}

/** @throws Error after the time. */
async function withTime<Value>(task: Promise<Value>, ms: number): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`nothing within ${ms} ms`)), ms)
  try {
    // Limit: NEAR_MS and the time of the model, "an answer does not wait for vectors that are late".
    return await Promise.race([task, late])
  } finally {
    clearTimeout(timer)
  }
}

const describe = (error: unknown) =>
  error instanceof AlcoveError ? { reason: error.code } : { err: error }
