import { AlcoveError } from '../../shared/errors.ts'
import { KNOWLEDGE_TOOLS, type ProjectKnowledge } from './answer-knowledge.ts'
import { abilitiesOf } from './abilities.ts'
import { type DeclaredTool, checkEndpoint, toBackendTool, type PostTool } from './backend-tool.ts'
import { createArgumentsCheck } from './check-call.ts'
import { boundModel } from './bound-model.ts'
import { createNamed, createRedactor, findFactory } from './choose-factory.ts'
import { createDemoModel, DEMO_MODEL_NAME } from './demo-model.ts'
import { nameOf, takesEffort, toStreamingModel, type LanguageModelValue } from './language-model.ts'
import {
  choiceKey,
  choiceName,
  choiceSecrets,
  isLanguageModel,
  type ModelChoice,
} from './model-choice.ts'
import { systemClock, type ModelClock } from './model-clock.ts'
import type { ModelLogEntry } from './model-log.ts'
import type { Assistant, Assistants, Model } from './model.ts'
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-limits.ts'
import { createProviderModel } from './provider-model.ts'
import { MODEL_NAMES, modelSecrets, type ModelFactory, type ModelSettings } from './providers.ts'

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

/** The assistants of all projects, and those of settings that no project has yet. */
export interface CreatedAssistants extends Assistants {
  /** An assistant as a project describes it. */
  make(source: AssistantSource, knowledge: ProjectKnowledge | undefined): Assistant
  /** A model for itself, which is no assistant; undefined: the built-in demo model. */
  modelOf(choice: ModelChoice | undefined): Model
}

/** The assistants of all projects. A model is created once, even if several assistants use it. */
export function createAssistants({
  configOf,
  settings,
  postTool,
  knowledgeOf = () => Promise.resolve(undefined),
  ...world
}: AssistantsSettings): CreatedAssistants {
  /** By {@link choiceKey}. */
  const models = new Map<unknown, Model>()

  function modelOf(choice: ModelChoice | undefined): Model {
    const key = choiceKey(choice)
    const known = models.get(key)
    if (known) return known
    const model = createModel({ ...settings, model: choice }, world)
    models.set(key, model)
    return model
  }

  function make(source: AssistantSource, knowledge: ProjectKnowledge | undefined): Assistant {
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
  }

  return {
    make,
    modelOf,
    async find(projectId, assistantId) {
      const source = await configOf(projectId, assistantId)
      return source && make(source, await knowledgeOf(projectId))
    },
  }
}

/**
 * Checks that an assistant can answer, so that the start fails early.
 *
 * @param onlyFromKnowledge true if each answer begins with a search, for which the model calls a tool.
 * @throws AlcoveError `config_invalid`, naming the setting or the tool.
 */
export function checkAssistant(
  source: AssistantSource,
  settings: ModelSettings,
  onlyFromKnowledge = false,
): void {
  const { model, titleModel, fallback } = source
  createModel({ ...settings, model })
  if (titleModel !== undefined) createModel({ ...settings, model: titleModel })
  if (fallback !== undefined) checkFallback(fallback, source, settings)
  checkEffort(source)
  checkTools(source)
  if (onlyFromKnowledge) requireSearches(source)
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
  if (choiceKey(fallback) !== choiceKey(model)) return
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

function requireSearches({ model, fallback, can }: AssistantSource): void {
  for (const choice of fallback === undefined ? [model] : [model, fallback]) {
    const name = choiceName(choice)
    if (abilitiesOf(name, can).tools) continue
    throw new AlcoveError(
      'config_invalid',
      `onlyFromKnowledge: the model ${name} cannot call tools, and so cannot search.`,
      {
        hint: 'Choose another model, or leave onlyFromKnowledge out. If it can, write can: { tools: true } beside it.',
      },
    )
  }
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
  const factory = chooseFactory(choice, settings, { ...PROVIDER_LIMITS, ...wished })
  const limits = { ...PROVIDER_LIMITS, ...factory.limits, ...wished }
  const name = choiceName(choice)
  return createProviderModel({ name, ...factory, limits, clock, redact, log, isPublic })
}

/** The place of a name that no other place gave. */
const ANSWERING = {
  setting: 'ALCOVE_MODEL',
  expected: [...MODEL_NAMES, DEMO_MODEL_NAME],
  hint: 'ALCOVE_MODEL=demo is the built-in demo model.',
} as const

function chooseFactory(
  choice: ModelChoice,
  settings: ModelSettings,
  limits: ProviderLimits,
): ModelFactory {
  if (typeof choice === 'string') return findFactory(choice, settings, ANSWERING)
  if (!isLanguageModel(choice)) return createNamed(choice)
  const bounded = boundModel(toStreamingModel(choice), limits)
  return { createLanguageModel: () => bounded }
}

const MS_PER_SECOND = 1_000

/** Time limits that the settings name. */
export const chosenLimits = ({
  modelFirstByteSeconds: firstByte,
  modelGapSeconds: gap,
}: ModelSettings): Partial<ProviderLimits> => ({
  ...(firstByte === undefined ? {} : { firstByteMs: firstByte * MS_PER_SECOND }),
  ...(gap === undefined ? {} : { gapMs: gap * MS_PER_SECOND }),
})
