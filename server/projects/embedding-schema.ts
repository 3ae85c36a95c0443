import * as v from 'valibot'
import { text, wholeNumber } from '../../shared/api/option-fields.ts'
import type { EmbeddingSource } from '../models/create-embedder.ts'
import { DIMENSIONS_MAX } from '../models/embedder.ts'
import { refuseEmbeddingModel, type EmbeddingModelValue } from '../models/embedding-model.ts'
import type { EmbeddingPrefixes } from '../models/embedding-prefixes.ts'
import type { NamedProvider } from '../models/model-choice.ts'
import { EMBEDDING_NAMES } from '../models/providers.ts'
import { block, type Fields } from './config-fields.ts'
import { createNameError, findNamed, namesOf } from './model-schema.ts'

/** The embedding model of a project, as the operator writes it. */
export interface EmbeddingsBlock {
  /**
   * A name or a value: `openai/<model>` or `openai-compatible/<model>` with the provider of the environment,
   * `<provider>/<model>` of `providers`, or an embedding model of AI SDK 5, 6 or 7 from a package that you install,
   * such as `google.embedding('gemini-embedding-001')`.
   */
  readonly model: string | EmbeddingModelValue
  /**
   * Numbers of a vector, 1 to 4,096, for a model that can shorten its own: fewer need less memory and disk.
   * Default: the model's own.
   */
  readonly dimensions?: number | undefined
  /**
   * Texts before each question and each passage, for a model that was trained with them; `{}` for none. Default: those of
   * the model cards of `nomic-embed-text`, E5 (not its `instruct` models), EmbeddingGemma, `snowflake-arctic-embed` and
   * `mxbai-embed`; none for other models.
   */
  readonly prefixes?: PrefixesBlock | undefined
}

/** Texts that the operator puts before what is embedded. */
export interface PrefixesBlock {
  /** Before a question, such as `query: `, with its space; at most 500 characters. Default: none. */
  readonly question?: string | undefined
  /** Before a passage, such as `passage: `, likewise. Default: none. */
  readonly passage?: string | undefined
}

/** Characters of a prefix: some models want a sentence about the task. */
export const PREFIX_CHARACTERS_MAX = 500

const prefix = v.pipe(
  text,
  v.maxLength(PREFIX_CHARACTERS_MAX, `expected at most ${PREFIX_CHARACTERS_MAX} characters`),
)

const model = v.pipe(
  v.custom<EmbeddingsBlock['model']>(
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    'expected a model’s name or an embedding model',
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || typeof dataset.value === 'string') return
    const message = refuseEmbeddingModel(dataset.value)
    if (message !== undefined) addIssue({ message })
  }),
)

export const embeddings = block({
  model,
  dimensions: v.optional(wholeNumber(1, DIMENSIONS_MAX)),
  prefixes: v.optional(
    block({
      question: v.optional(prefix),
      passage: v.optional(prefix),
    } satisfies Fields<PrefixesBlock>),
  ),
} satisfies Fields<EmbeddingsBlock>)

/** The embedding model of a project, and the providers among which its former ones are looked for. */
export interface EmbeddingConfig extends EmbeddingSource {
  readonly providers: ReadonlyMap<string, NamedProvider>
}

const toPrefixes = ({ question = '', passage = '' }: PrefixesBlock): EmbeddingPrefixes => ({
  question,
  passage,
})

/**
 * @param place of the block, for the error.
 * @throws AlcoveError `config_invalid` for a name of no provider.
 */
export function resolveEmbeddings(
  written: EmbeddingsBlock | undefined,
  providers: ReadonlyMap<string, NamedProvider>,
  place: string,
): EmbeddingConfig | undefined {
  if (!written) return undefined
  const { dimensions } = written
  const prefixes = written.prefixes && toPrefixes(written.prefixes)
  const rest = { dimensions, prefixes, providers }
  if (typeof written.model !== 'string') return { model: written.model, ...rest }
  const named = findNamed(written.model, providers)
  if (named) return { model: named, ...rest }
  const expected = [...EMBEDDING_NAMES, ...namesOf(providers)]
  throw createNameError(written.model, `${place}.model`, expected)
}
