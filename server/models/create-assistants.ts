import { AlcoveError } from '../../shared/errors.ts'
import { type DeclaredTool, checkEndpoint, toBackendTool, type PostTool } from './backend-tool.ts'
import { createArgumentsCheck } from './check-call.ts'
import { createDemoModel, DEMO_MODEL_NAME } from './demo-model.ts'
import { systemClock, type ModelClock } from './model-clock.ts'
import type { ModelLogEntry } from './model-log.ts'
import type { Assistant, Assistants, Model } from './model.ts'
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-limits.ts'
import { createProviderModel } from './provider-model.ts'
import { MODEL_NAMES, modelSecrets, PROVIDERS, type ModelSettings } from './providers.ts'

/** An assistant as its project describes it. */
export interface AssistantSource extends Omit<Assistant, 'model' | 'tools'> {
  /** As in `ALCOVE_MODEL`; undefined: the built-in demo model. */
  readonly model: string | undefined
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
}

/** The assistants of all projects. A model is created once, even if several assistants use it. */
export function createAssistants({
  configOf,
  settings,
  postTool,
  ...world
}: AssistantsSettings): Assistants {
  const models = new Map<string, Model>()

  function modelNamed(name: string | undefined): Model {
    const key = name ?? ''
    const known = models.get(key)
    if (known) return known
    const model = createModel({ ...settings, model: name }, world)
    models.set(key, model)
    return model
  }

  return {
    async find(projectId, assistantId) {
      const source = await configOf(projectId, assistantId)
      if (!source) return undefined
      const tools = source.tools.map((tool) => toBackendTool(tool, postTool))
      return { ...source, tools, model: modelNamed(source.model) }
    },
  }
}

/**
 * Checks that an assistant can answer, so that the start fails early.
 *
 * @throws AlcoveError `config_invalid`, naming the setting or the tool.
 */
export function checkAssistant(source: AssistantSource, settings: ModelSettings): void {
  createModel({ ...settings, model: source.model })
  for (const tool of source.tools) {
    createArgumentsCheck(tool)
    checkEndpoint(tool, settings.allowsLocalTools ?? false)
  }
}

export interface ModelWorld {
  /** Called with failures and retries; default: nothing. */
  readonly log?: (entry: ModelLogEntry) => void
  readonly limits?: Partial<ProviderLimits>
  readonly clock?: ModelClock
  /** True if others than the operator read the answers. Default: false. */
  readonly isPublic?: boolean
}

/**
 * Creates the model that the settings name; without a name, or for `demo`, the built-in demo model.
 *
 * @throws AlcoveError `config_invalid`, naming the setting, its value and the expected form.
 */
export function createModel(settings: ModelSettings, world: ModelWorld = {}): Model {
  const { log = () => {}, clock = systemClock, isPublic = false } = world
  const name = settings.model?.trim() ?? ''
  if (name === '' || name === DEMO_MODEL_NAME) return createDemoModel({ clock, log })
  const slash = name.indexOf('/')
  const provider = PROVIDERS.find((each) => each.name === name.slice(0, Math.max(slash, 0)))
  const modelId = name.slice(slash + 1)
  const redact = createRedactor(modelSecrets(settings))
  if (!provider || modelId.trim() === '') {
    throw new AlcoveError(
      'config_invalid',
      `ALCOVE_MODEL is "${redact(name)}", but expected is ${MODEL_NAMES.join(', ')} or demo.`,
      { hint: 'ALCOVE_MODEL=demo is the built-in demo model.' },
    )
  }
  const chosen = provider.chooseModel(modelId, settings.providers ?? {})
  const limits = {
    ...PROVIDER_LIMITS,
    ...chosen.limits,
    ...chosenLimits(settings),
    ...world.limits,
  }
  return createProviderModel({ name, ...chosen, limits, clock, redact, log, isPublic })
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
