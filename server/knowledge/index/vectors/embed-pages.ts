import { AlcoveError } from '../../../../shared/errors.ts'
import { isPlainObject } from '../../../../shared/json.ts'
import { EmbeddingError } from '../../../models/embedder.ts'
import { FAILURE_TEXTS } from '../../../models/provider-failure.ts'
import type { EmbeddingModelRow, UnembeddedText } from '../../../store/store.ts'
import { embedBatch } from './embed-batch.ts'
import type { EmbeddingWorld, NamedEmbedder } from './embedding-world.ts'

/** Pieces of a project that vectors find; their bits are in memory where the engine has no search of its own. */
export const VECTOR_PIECES_MAX = 200_000
/** Texts of one call. */
export const BATCH_TEXTS = 64
/** Vectors from which the search of bits has an index, where the engine offers one. */
export const INDEX_FROM = 20_000
/** Pause after a failure that may pass soon, and after another one, which an operator has to mend. */
export const SOON_MS = 60_000
export const LATER_MS = 600_000

const MS_PER_SECOND = 1_000

/** Sentences for the owner about pages without vectors. */
export const VECTOR_PROBLEMS = {
  tooMany: (most: number) =>
    `The project has more than ${most.toLocaleString('en')} pieces, which is the most that vectors find. Take sources out; until then new pieces are found by their words alone.`,
  overBudget: (until: string) =>
    `Today’s budget for model calls is used up as far as pages may use it: the embedding of pages goes on at ${until}. Questions find the rest by its words.`,
  otherShape:
    'The embedding model gives vectors of another length than before. If it was replaced under its old name, name it with dimensions, so that all pages are embedded anew.',
  failed: (name: string, sentence: string, until: string) =>
    `The embedding model ${name} failed: ${sentence} The next attempt is at ${until}; the log has details.`,
} as const

/** Outcome of a pass over a project's pages. */
export type PassEnd =
  /** All texts have vectors, or a sentence why not. */
  | { readonly type: 'whole' }
  /** The time of the pass is over. */
  | { readonly type: 'unfinished' }
  | { readonly type: 'stopped'; readonly problem: string; readonly retryAt: string | null }

export interface Pass {
  readonly projectId: string
  readonly signal: AbortSignal
  /** True once the pass has had its time: it ends after a batch. */
  readonly isOver?: () => boolean
  /** Default: {@link VECTOR_PIECES_MAX}. */
  readonly piecesMax?: number
  /** Default: {@link INDEX_FROM}. */
  readonly indexFrom?: number
}

/**
 * Makes the vectors that a project's pages lack, with the model that the project names. Each batch is stored, so that
 * a pass after a kill embeds only the rest. A model that is new becomes the one of questions at the end; until then
 * they use the one before.
 */
export async function embedPages(world: EmbeddingWorld, pass: Pass): Promise<PassEnd> {
  const { store, now } = world
  const { projectId } = pass
  const named = await world.modelOf(projectId)
  const model = await store.embeddings.nameModel(projectId, named)
  let end: PassEnd = { type: 'whole' }
  if (named && model) {
    if (model.retryAt !== null && Date.parse(model.retryAt) > now()) {
      end = { type: 'stopped', problem: model.problem ?? '', retryAt: model.retryAt }
    } else {
      end = await embedTexts(world, named, model, pass)
      const { problem, retryAt } = end.type === 'stopped' ? end : { problem: null, retryAt: null }
      await store.embeddings.tellProblem(model.id, problem, retryAt)
    }
    if (end.type === 'whole') await finish(world, model, pass)
  }
  await removeLeaving(world, projectId)
  return end
}

async function embedTexts(
  world: EmbeddingWorld,
  named: NamedEmbedder,
  model: EmbeddingModelRow,
  { projectId, signal, isOver = () => false, piecesMax = VECTOR_PIECES_MAX }: Pass,
): Promise<PassEnd> {
  const { vectors } = world.store
  if ((await vectors.countPieces(projectId, piecesMax)) > piecesMax) {
    return { type: 'stopped', problem: VECTOR_PROBLEMS.tooMany(piecesMax), retryAt: null }
  }
  let isProven = model.shape !== undefined
  const size = Math.min(BATCH_TEXTS, (await named.embedder.maxTexts()) ?? BATCH_TEXTS)
  try {
    for await (const texts of listBatches(world, model, size)) {
      if (isOver()) return { type: 'unfinished' }
      const batch = { projectId, modelId: model.id, texts, isProven, signal }
      if (!(await embedBatch(world, named, batch))) {
        return { type: 'stopped', problem: VECTOR_PROBLEMS.otherShape, retryAt: null }
      }
      isProven = true
    }
    return { type: 'whole' }
  } catch (error) {
    signal.throwIfAborted()
    return toStop(error, named.name, world.now())
  }
}

/** Texts without a vector, in lists of one size. */
async function* listBatches(
  { store }: EmbeddingWorld,
  model: EmbeddingModelRow,
  size: number,
): AsyncGenerator<readonly UnembeddedText[], void, void> {
  let waiting: UnembeddedText[] = []
  let place: Awaited<ReturnType<typeof store.vectors.listUnembedded>>['next']
  do {
    const { texts, next } = await store.vectors.listUnembedded(model, place)
    waiting.push(...texts)
    place = next
    while (waiting.length >= size) {
      yield waiting.slice(0, size)
      waiting = waiting.slice(size)
    }
  } while (place)
  if (waiting.length > 0) yield waiting
}

/** @throws errors that are no failure of the model or of a budget. */
function toStop(error: unknown, name: string, now: number): PassEnd {
  const at = (ms: number) => new Date(now + ms).toISOString()
  if (error instanceof AlcoveError && error.code === 'budget_exhausted') {
    const seconds = isPlainObject(error.data) ? Number(error.data['retryAfter']) : 0
    const retryAt = at(seconds * MS_PER_SECOND)
    return { type: 'stopped', problem: VECTOR_PROBLEMS.overBudget(retryAt), retryAt }
  }
  if (!(error instanceof EmbeddingError)) throw error
  const { failure, retryAfterMs } = error
  const retryAt = at(Math.max(retryAfterMs ?? 0, failure.isRetryable ? SOON_MS : LATER_MS))
  const problem = VECTOR_PROBLEMS.failed(name, FAILURE_TEXTS[failure.kind], retryAt)
  return { type: 'stopped', problem, retryAt }
}

async function finish(
  { store }: EmbeddingWorld,
  { id, projectId }: EmbeddingModelRow,
  { indexFrom = INDEX_FROM }: Pass,
): Promise<void> {
  const model = (await store.embeddings.listModels(projectId)).find((row) => row.id === id)
  if (!model?.shape) return
  if ((await store.vectors.countPieces(projectId, indexFrom)) >= indexFrom) {
    await store.vectors.addIndex(id, model.shape.dimensions)
  }
  await store.embeddings.useModel(projectId, id)
  let after: number | undefined = 0
  do after = await store.vectors.removeUnused(model, after)
  while (after !== undefined)
}

async function removeLeaving({ store }: EmbeddingWorld, projectId: string): Promise<void> {
  for (const { id, state } of await store.embeddings.listModels(projectId)) {
    if (state !== 'leaving') continue
    while (await store.vectors.removeSome(id)) continue
  }
}
