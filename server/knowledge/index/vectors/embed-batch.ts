import { EmbeddingError } from '../../../models/embedder.ts'
import { centreOf, toUnit, type NewVector, type UnembeddedText } from '../../../store/store.ts'
import { embedCounted } from './counted-call.ts'
import { embeddedText } from './embedded-text.ts'
import type { EmbeddingWorld, NamedEmbedder } from './embedding-world.ts'

/** Pages can wait: a provider that asks for a pause gets it. */
export const PAGES_PATIENCE = { totalMs: 120_000, retries: 2 } as const

/** Sentences for the owner about a text without a vector. */
export const NO_VECTOR = {
  noDirection:
    'The embedding model gave a vector whose length is 0 or not finite; this text is found by its words alone.',
  refused: 'The embedding model refused this text; it is found by its words alone.',
} as const

/** Failures of which the text may be the reason. */
const TEXT_KINDS: ReadonlySet<string> = new Set(['refused', 'too-long', 'setup'])

/** A model that refuses so many texts and has taken none refuses all. */
export const SUSPECTS_MAX = 3

export interface Batch {
  readonly projectId: string
  readonly modelId: string
  readonly texts: readonly UnembeddedText[]
  /** True if the model has embedded another text: then it is the text that it refuses. */
  readonly isProven: boolean
  readonly signal: AbortSignal
}

/**
 * Embeds texts and stores their vectors. Texts that the model refuses are found by halving the batch, and stored as
 * refused.
 *
 * @returns false if the model has left, or gives vectors of another length than before.
 * @throws as `embedCounted`; what was stored stays.
 */
export async function embedBatch(
  world: Pick<EmbeddingWorld, 'budgets' | 'countEmbedding' | 'store'>,
  { embedder, prefixes }: NamedEmbedder,
  batch: Batch,
): Promise<boolean> {
  const { store } = world
  const { projectId, modelId, signal } = batch
  let isProven = batch.isProven
  const suspects: { text: UnembeddedText; error: EmbeddingError }[] = []

  async function embedSome(texts: readonly UnembeddedText[]): Promise<boolean> {
    const [first, ...others] = texts
    if (!first) return true
    try {
      const { vectors } = await embedCounted(world, embedder, {
        projectId,
        purpose: 'pages',
        texts: texts.map((text) => embeddedText(text, prefixes)),
        patience: PAGES_PATIENCE,
        signal,
      })
      isProven = true
      return await save(texts, vectors)
    } catch (error) {
      if (!(error instanceof EmbeddingError) || !TEXT_KINDS.has(error.failure.kind)) throw error
      if (others.length > 0) {
        const half = Math.ceil(texts.length / 2)
        return (await embedSome(texts.slice(0, half))) && embedSome(texts.slice(half))
      }
      suspects.push({ text: first, error })
      if (!isProven && suspects.length === SUSPECTS_MAX) throw error
      return true
    }
  }

  function save(texts: readonly UnembeddedText[], vectors: readonly (readonly number[])[]) {
    const entries = texts.map((text, index): NewVector => {
      const unit = toUnit(vectors[index] ?? [])
      const { hash, title } = text
      return unit ? { hash, title, unit } : withProblem(text, NO_VECTOR.noDirection)
    })
    const units = entries.flatMap((entry) => ('unit' in entry ? [entry.unit] : []))
    const [one] = units
    const shape = one && { dimensions: one.length, centre: centreOf(units) }
    return store.vectors.saveVectors(modelId, entries, shape)
  }

  if (!(await embedSome(batch.texts))) return false
  const [suspect] = suspects
  if (!suspect) return true
  if (!isProven) throw suspect.error
  const refused = suspects.map(({ text }) => withProblem(text, NO_VECTOR.refused))
  return store.vectors.saveVectors(modelId, refused, undefined)
}

const withProblem = ({ hash, title }: UnembeddedText, problem: string): NewVector => ({
  hash,
  title,
  problem,
})
