import { AlcoveError } from '../../shared/errors.ts'
import { createNamed, createRedactor, findFactory } from './choose-factory.ts'
import { chosenLimits, type ModelWorld } from './create-assistants.ts'
import { createEmbedder, type Embedder } from './embedder.ts'
import {
  embeddingName,
  isEmbeddingModel,
  takesDimensions,
  type EmbeddingChoice,
} from './embedding-choice.ts'
import { toTextEmbedding } from './embedding-model.ts'
import type { EmbeddingPrefixes } from './embedding-prefixes.ts'
import { choiceSecrets } from './model-choice.ts'
import { systemClock } from './model-clock.ts'
import { createModelLog } from './model-log.ts'
import type { ModelPlace } from './model-place.ts'
import { fetchForCall } from './provider-call.ts'
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-limits.ts'
import { EMBEDDING_NAMES, modelSecrets, type ModelSettings } from './providers.ts'

/** The embedding model of a project, as its owner chose it. */
export interface EmbeddingSource {
  readonly model: EmbeddingChoice
  /** Numbers of a vector; undefined: the model's own. */
  readonly dimensions?: number | undefined
  /** Undefined: those that are known for the model. */
  readonly prefixes?: EmbeddingPrefixes | undefined
}

/** The place of a name that no other place gave. */
const EMBEDDING = {
  setting: 'ALCOVE_EMBEDDING_MODEL',
  expected: EMBEDDING_NAMES,
  hint: 'Without it, questions find pages by their words alone.',
} as const

/**
 * Creates the embedding model that the settings name.
 *
 * @throws AlcoveError `config_invalid`, naming the setting, its value and the expected form.
 */
export function createChosenEmbedder(
  { model: choice, dimensions }: EmbeddingSource,
  settings: ModelSettings,
  world: ModelWorld = {},
): Embedder {
  const { log = () => {}, clock = systemClock } = world
  const name = embeddingName(choice)
  if (dimensions !== undefined && !takesDimensions(choice)) {
    throw new AlcoveError(
      'config_invalid',
      `dimensions: the model ${name} is of AI SDK 5 or 6, which knows no dimensions.`,
      { hint: 'Leave it out, or install the package of AI SDK 7.' },
    )
  }
  const secrets = isEmbeddingModel(choice) ? [] : choiceSecrets(choice)
  const redact = createRedactor([...modelSecrets(settings), ...secrets])
  const { model, place, limits } = chooseModel(choice, settings)
  return createEmbedder({
    name,
    model: toTextEmbedding(model),
    dimensions,
    limits: { ...PROVIDER_LIMITS, ...limits, ...chosenLimits(settings), ...world.limits },
    clock,
    log: createModelLog({ name, redact, log, ...(place && { place }) }),
  })
}

function chooseModel(choice: EmbeddingChoice, settings: ModelSettings) {
  const none: { place?: ModelPlace; limits?: Partial<ProviderLimits> } = {}
  if (isEmbeddingModel(choice)) return { ...none, model: choice }
  const factory =
    typeof choice === 'string' ? findFactory(choice, settings, EMBEDDING) : createNamed(choice)
  const model = factory.createEmbeddingModel?.(fetchForCall)
  if (model) return { ...none, ...factory, model }
  throw new AlcoveError(
    'config_invalid',
    `The provider of ${embeddingName(choice)} has no embedding models; expected ${EMBEDDING_NAMES.join(', ')}.`,
  )
}
