import { createDueEmbedding } from './knowledge/index/vectors/embed-due.ts'
import type { EmbeddingWorld } from './knowledge/index/vectors/embedding-world.ts'
import { createVectorSearch } from './knowledge/index/vectors/vector-search.ts'
import type { Budgets } from './limits/budgets.ts'
import type { Log } from './log.ts'
import { createChosenEmbedder, type EmbeddingSource } from './models/create-embedder.ts'
import type { Embedder } from './models/embedder.ts'
import { embeddingName, isEmbeddingModel } from './models/embedding-choice.ts'
import { knownPrefixes } from './models/embedding-prefixes.ts'
import type { ModelLogEntry } from './models/model-log.ts'
import type { ModelSettings } from './models/providers.ts'
import { findNamed } from './projects/model-schema.ts'
import type { Projects } from './projects/project.ts'
import type { Store } from './store/store.ts'

interface VectorParts {
  readonly settings: ModelSettings
  readonly projects: Projects
  readonly store: Pick<Store, 'embeddings' | 'vectors'>
  readonly budgets: Pick<Budgets, 'reserveEmbedding'>
  readonly countEmbedding: EmbeddingWorld['countEmbedding']
  readonly log: Pick<Log, 'warn'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Search by meaning, and the embedding of pages, with the models that projects name. */
export function connectVectors({ settings, projects, log, ...parts }: VectorParts) {
  /** By the model's name or by the value itself, and by dimensions: a model is created once. */
  const embedders = new Map<unknown, Map<number | undefined, Embedder>>()

  function embedderOf(source: EmbeddingSource): Embedder {
    const { model, dimensions } = source
    const key = isEmbeddingModel(model) ? model : embeddingName(model)
    const known = embedders.get(key)?.get(dimensions)
    if (known) return known
    const made = createChosenEmbedder(source, settings, {
      log: (entry: ModelLogEntry) =>
        log.warn({ ...entry, of: 'embeddings' }, 'the model provider gave trouble'),
    })
    embedders.set(key, new Map(embedders.get(key)).set(dimensions, made))
    return made
  }

  const world: EmbeddingWorld = {
    ...parts,
    log,
    async modelOf(projectId) {
      // A suspended project keeps its vectors.
      const source = projects.standIn(projectId).embeddings
      if (!source) return undefined
      const { dimensions, model } = source
      const name = embeddingName(model)
      const prefixes = source.prefixes ?? knownPrefixes(name)
      return { name, dimensions, prefixes, embedder: embedderOf(source) }
    },
    async formerModelOf(projectId, { name, dimensions }) {
      const providers = projects.standIn(projectId).embeddings?.providers ?? new Map()
      const model = findNamed(name, providers)
      try {
        return model === undefined ? undefined : embedderOf({ model, dimensions })
      } catch {
        // Its key or its address is not set any more.
        return undefined
      }
    },
  }
  return { search: createVectorSearch(world), embedPages: createDueEmbedding(world) }
}
