import * as v from 'valibot'
import { isJsonValue, isPlainObject, type JsonObject } from '../../shared/json.ts'
import type { Abilities, Ability } from '../models/abilities.ts'
import { DEMO_MODEL_NAME } from '../models/demo-model.ts'
import { refuseLanguageModel, type LanguageModelValue } from '../models/language-model.ts'
import type { ModelChoice, NamedModel, NamedProvider } from '../models/model-choice.ts'
import { EFFORTS, type CallSettings } from '../models/model.ts'
import { MODEL_NAMES, PROVIDERS } from '../models/providers.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { block, flag, type Fields } from './config-fields.ts'

/** A model as the operator writes it. */
export type WrittenModel = string | LanguageModelValue

/** Highest sampling temperature that any provider takes. */
export const TEMPERATURE_MAX = 2

/** Names are resolved by {@link resolveModel}, which knows the providers. */
export const model = v.pipe(
  v.custom<WrittenModel>(
    (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
    'expected a model’s name or a language model',
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || typeof dataset.value === 'string') return
    const message = refuseLanguageModel(dataset.value)
    if (message !== undefined) addIssue({ message })
  }),
)

const temperatureExpected = `expected a number from 0 to ${TEMPERATURE_MAX}`
export const temperature = v.pipe(
  v.number(temperatureExpected),
  v.minValue(0, temperatureExpected),
  v.maxValue(TEMPERATURE_MAX, temperatureExpected),
)

export const effort = v.picklist(EFFORTS, `expected ${EFFORTS.join(', ')}`)

/** The error has no value in its message. */
export const providerOptions = v.pipe(
  v.unknown(),
  v.check(
    (value) =>
      isJsonValue(value) && isPlainObject(value) && Object.values(value).every(isPlainObject),
    'expected an object of JSON for each provider, such as { openai: { serviceTier: "flex" } }',
  ),
  v.transform((value) => value as Record<string, JsonObject>),
)

export const abilities = v.pipe(
  block({
    images: v.optional(flag),
    pdf: v.optional(flag),
    tools: v.optional(flag),
  } satisfies Fields<Record<Ability, boolean>>),
  v.transform((stated): Partial<Abilities> =>
    Object.fromEntries(Object.entries(stated).filter(([, can]) => can !== undefined)),
  ),
)

interface WrittenSettings {
  readonly temperature: number | undefined
  readonly effort: (typeof EFFORTS)[number] | undefined
  readonly providerOptions: Record<string, JsonObject> | undefined
}

/** The settings of each model call; undefined if the operator wrote none. */
export function toCallSettings(written: WrittenSettings): CallSettings | undefined {
  const { temperature: heat, effort: wished, providerOptions: options } = written
  const settings = {
    ...(heat === undefined ? {} : { temperature: heat }),
    ...(wished === undefined ? {} : { effort: wished }),
    ...(options === undefined ? {} : { providerOptions: options }),
  }
  return Object.keys(settings).length === 0 ? undefined : settings
}

const BUILT_IN = new Set(PROVIDERS.map(({ name }) => name))

/**
 * The model that a block names.
 *
 * @param place of the block's key, for the error.
 * @throws AlcoveError `config_invalid` for a name of no provider.
 */
export function resolveModel(
  written: WrittenModel | undefined,
  providers: ReadonlyMap<string, NamedProvider>,
  place: string,
): ModelChoice | undefined {
  if (typeof written !== 'string' || written === DEMO_MODEL_NAME) return written
  const found = findNamed(written, providers)
  if (found) return found
  throw createNameError(written, place, [...MODEL_NAMES, ...namesOf(providers), DEMO_MODEL_NAME])
}

/** A name of a provider of the environment, or of the configuration; undefined for another one. */
export function findNamed(
  written: string,
  providers: ReadonlyMap<string, NamedProvider>,
): string | NamedModel | undefined {
  const slash = written.indexOf('/')
  const [name, modelId] = [written.slice(0, Math.max(0, slash)), written.slice(slash + 1)]
  if (!/^\S+$/.test(modelId)) return undefined
  const provider = providers.get(name)
  if (provider) return { provider, modelId }
  return BUILT_IN.has(name) ? written : undefined
}

/** Forms of the names of models that these providers have. */
export const namesOf = (providers: ReadonlyMap<string, NamedProvider>): readonly string[] =>
  [...providers.keys()].map((each) => `${each}/<model>`)

/** @param expected forms of names. */
export function createNameError(
  written: string,
  place: string,
  expected: readonly string[],
): AlcoveError {
  const [last = '', ...others] = expected.toReversed()
  return new AlcoveError(
    'config_invalid',
    `${place}: expected ${others.toReversed().join(', ')} or ${last}, but it is ${JSON.stringify(written)}.`,
  )
}
