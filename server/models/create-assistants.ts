import { AlcoveError } from '../../shared/errors.ts'
import { KNOWLEDGE_TOOLS, type ProjectKnowledge } from './answer-knowledge.ts'
import { abilitiesOf } from './abilities.ts'
import { type DeclaredTool, checkEndpoint, toBackendTool, type PostTool } from './backend-tool.ts'
import { createArgumentsCheck } from './check-call.ts'
import { boundModel } from './bound-model.ts'
import { createDemoModel, DEMO_MODEL_NAME } from './demo-model.ts'
import { nameOf, takesEffort, toStreamingModel, type LanguageModelValue } from './language-model.ts'
import {
  choiceName,
  choiceSecrets,
  isLanguageModel,
  type ModelChoice,
  type NamedModel,
} from './model-choice.ts'
import { systemClock, type ModelClock } from './model-clock.ts'
import type { ModelLogEntry } from './model-log.ts'
import type { Assistant, Assistants, Model } from './model.ts'
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-limits.ts'
import { createProviderModel } from './provider-model.ts'
import {
  MODEL_NAMES,
  modelSecrets,
  PROVIDERS,
  type ModelFactory,
  type ModelSettings,
} from './providers.ts'

/** An assistant as its project describes it. */
export interface AssistantSource extends Omit<
  Assistant,
  'model' | 'titleModel' | 'fallback' | 'tools' | 'knowledge'
> {
  /** Undefined: the built-in demo model. */
  readonly model: ModelChoice | undefined
  readonly titleModel?: ModelChoice | undefined
  readonly fallback?: ModelChoice | undefined
  readonly tools: readonly DeclaredTool[]
}

export interface AssistantsSettings extends ModelWorld {
  readonly configOf: (
    projectId: string,
    assistantId: string,
  ) => Promise<AssistantSource | undefined>
  /** Keys and addresses of the providers; the `model` in it is ignored here. */
  readonly settings: ModelSettings
  /** Calls tools that are services. */
  readonly postTool: PostTool
  /** The pages of a project; undefined: it has none. Default: no project has any. */
  readonly knowledgeOf?: ((projectId: string) => Promise<ProjectKnowledge | undefined>) | undefined
}

/** The assistants of all projects. A model is created once, even if several assistants use it. */
export function createAssistants({
  configOf,
  settings,
  postTool,
  knowledgeOf = () => Promise.resolve(undefined),
  ...world
}: AssistantsSettings): Assistants {
  /** By name, or by the value itself. */
  const models = new Map<unknown, Model>()

  function modelOf(choice: ModelChoice | undefined): Model {
    const isValue = choice !== undefined && isLanguageModel(choice)
    const key = isValue ? choice : choiceName(choice)
    const known = models.get(key)
    if (known) return known
    const model = createModel({ ...settings, model: choice }, world)
    models.set(key, model)
    return model
  }

  return {
    async find(projectId, assistantId) {
      const source = await configOf(projectId, assistantId)
      if (!source) return undefined
      const knowledge = await knowledgeOf(projectId)
      const tools = source.tools.map((tool) => toBackendTool(tool, postTool))
      const { model, titleModel, fallback, ...rest } = source
      return {
        ...rest,
        tools,
        model: modelOf(model),
        ...(knowledge && { knowledge }),
        ...(titleModel === undefined ? {} : { titleModel: modelOf(titleModel) }),
        ...(fallback === undefined ? {} : { fallback: modelOf(fallback) }),
      }
    },
  }
}

/**
 * Checks that an assistant can answer, so that the start fails early.
 *
 * @throws AlcoveError `config_invalid`, naming the setting or the tool.
 */
export function checkAssistant(source: AssistantSource, settings: ModelSettings): void {
  const { model, titleModel, fallback } = source
  createModel({ ...settings, model })
  if (titleModel !== undefined) createModel({ ...settings, model: titleModel })
  if (fallback !== undefined) checkFallback(fallback, source, settings)
  checkEffort(source)
  checkTools(source)
  for (const tool of source.tools) {
    requireOwnName(tool)
    createArgumentsCheck(tool)
    checkEndpoint(tool, settings.allowsLocalTools ?? false)
  }
}

function checkFallback(
  fallback: ModelChoice,
  { model }: AssistantSource,
  settings: ModelSettings,
): void {
  createModel({ ...settings, model: fallback })
  if (fallback !== model) return
  throw new AlcoveError('config_invalid', 'fallback: it is the model itself; name another one.')
}

function requireOwnName({ name }: DeclaredTool): void {
  if (!KNOWLEDGE_TOOLS.has(name)) return
  throw new AlcoveError('config_invalid', `tools: ${name} is a tool of Alcove’s own.`, {
    hint: 'Give yours another name.',
  })
}

function checkTools({ model, can, tools }: AssistantSource): void {
  const name = choiceName(model)
  if (tools.length === 0 || abilitiesOf(name, can).tools) return
  throw new AlcoveError('config_invalid', `tools: the model ${name} cannot call tools.`, {
    hint: 'If it can, write can: { tools: true } beside them.',
  })
}

function checkEffort({ model, fallback, settings }: AssistantSource): void {
  if (settings?.effort === undefined) return
  for (const choice of [model, fallback]) {
    if (typeof choice === 'object' && isLanguageModel(choice)) requireEffort(choice)
  }
}

function requireEffort(model: LanguageModelValue): void {
  if (takesEffort(model)) return
  throw new AlcoveError(
    'config_invalid',
    `effort: the model ${nameOf(model)} has specification version ${model.specificationVersion}, which knows no effort.`,
    {
      hint: 'Write it in providerOptions, as its package names it, or install the package of AI SDK 7.',
    },
  )
}

export interface ModelWorld {
  /** Called with failures and retries; default: nothing. */
  readonly log?: (entry: ModelLogEntry) => void
  readonly limits?: Partial<ProviderLimits>
  readonly clock?: ModelClock
  /** True if others than the operator read the answers. Default: false. */
  readonly isPublic?: boolean
}

/** Settings with a model that may be more than a name. */
export interface ChosenModel extends Omit<ModelSettings, 'model'> {
  readonly model?: ModelChoice | undefined
}

/**
 * Creates the model that the settings name; without a name, or for `demo`, the built-in demo model.
 *
 * @throws AlcoveError `config_invalid`, naming the setting, its value and the expected form.
 */
export function createModel({ model, ...settings }: ChosenModel, world: ModelWorld = {}): Model {
  const { log = () => {}, clock = systemClock, isPublic = false } = world
  const choice = typeof model === 'string' ? model.trim() : (model ?? '')
  if (choice === '' || choice === DEMO_MODEL_NAME) return createDemoModel({ clock, log })
  const redact = createRedactor([...modelSecrets(settings), ...choiceSecrets(choice)])
  const wished = { ...chosenLimits(settings), ...world.limits }
  const factory = chooseFactory(choice, settings, { ...PROVIDER_LIMITS, ...wished }, redact)
  const limits = { ...PROVIDER_LIMITS, ...factory.limits, ...wished }
  const name = choiceName(choice)
  return createProviderModel({ name, ...factory, limits, clock, redact, log, isPublic })
}

function chooseFactory(
  choice: ModelChoice,
  settings: ModelSettings,
  limits: ProviderLimits,
  redact: (text: string) => string,
): ModelFactory {
  if (typeof choice === 'string') return findFactory(choice, settings, redact)
  if (!isLanguageModel(choice)) return createNamed(choice)
  const bounded = boundModel(toStreamingModel(choice), limits)
  return { createLanguageModel: () => bounded }
}

/** A model of a provider that the configuration names, whose settings stand there. */
function createNamed({ provider, modelId }: NamedModel): ModelFactory {
  const factory = provider.api.create(modelId, provider)
  const of = (setting: string) => `providers.${provider.name}.${setting}`
  const settings = { key: of('key'), address: of('baseUrl'), headers: of('headers') }
  return { ...factory, ...(factory.place && { place: { ...factory.place, settings } }) }
}

function findFactory(
  name: string,
  settings: ModelSettings,
  redact: (text: string) => string,
): ModelFactory {
  const slash = name.indexOf('/')
  const provider = PROVIDERS.find((each) => each.name === name.slice(0, Math.max(slash, 0)))
  const modelId = name.slice(slash + 1)
  if (provider && modelId.trim() !== '') {
    return provider.chooseModel(modelId, settings.providers ?? {})
  }
  throw new AlcoveError(
    'config_invalid',
    `ALCOVE_MODEL is "${redact(name)}", but expected is ${MODEL_NAMES.join(', ')} or demo.`,
    { hint: 'ALCOVE_MODEL=demo is the built-in demo model.' },
  )
}

const MS_PER_SECOND = 1_000

const chosenLimits = ({
  modelFirstByteSeconds: firstByte,
  modelGapSeconds: gap,
}: ModelSettings): Partial<ProviderLimits> => ({
  ...(firstByte === undefined ? {} : { firstByteMs: firstByte * MS_PER_SECOND }),
  ...(gap === undefined ? {} : { gapMs: gap * MS_PER_SECOND }),
})

/** Behind a blank only with a digit: "the API key provided" has no key. */
const KEY_LIKE =
  /\b(?:(?:sk|pk|rk|key|api)(?:[-_]| (?=\S*\d))|(?:Bearer|Basic)[-_ ])[^\s"',;<>]{6,}/gi
const MIN_SECRET_LENGTH = 4

/** Returns a function that redacts these secrets, and texts that look like a key, for logs. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH)
  return (text) => {
    let safe = text
    for (const secret of known) safe = safe.replaceAll(secret, '[redacted]')
    return safe.replace(KEY_LIKE, '[redacted]')
  }
}
