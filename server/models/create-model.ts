import { AlcoveError } from '../../shared/errors.ts'
import { createDemoModel, DEMO_MODEL_NAME } from './demo-model.ts'
import { chooseLanguageModel, type ModelSettings } from './language-model.ts'
import { systemClock, type ModelClock } from './model-clock.ts'
import type { ModelLogEntry } from './model-log.ts'
import type { Model } from './model.ts'
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-limits.ts'
import { createProviderModel } from './provider-model.ts'
import { createRedactor } from './redact.ts'

export interface ModelWorld {
  /** Where failures and retries go; by default nowhere. */
  readonly log?: (entry: ModelLogEntry) => void
  readonly limits?: Partial<ProviderLimits>
  readonly clock?: ModelClock
  /** Whether others than the operator read the answers. Default: false. */
  readonly isPublic?: boolean
}

/**
 * The model that the settings name; without a name, or by `demo`, the built-in demo model.
 *
 * @throws AlcoveError `config_invalid`, naming the setting, its value and what was expected
 */
export function createModel(settings: ModelSettings, world: ModelWorld = {}): Model {
  const { log = () => {}, clock = systemClock, isPublic = false } = world
  const name = settings.model?.trim() ?? ''
  if (name === '' || name === DEMO_MODEL_NAME) return createDemoModel({ clock, log })
  const slash = name.indexOf('/')
  const provider = name.slice(0, Math.max(slash, 0))
  const modelId = name.slice(slash + 1)
  const redact = createRedactor(
    [settings.openaiApiKey, settings.anthropicApiKey].map((key) => key?.trim() ?? ''),
  )
  const limits = { ...PROVIDER_LIMITS, ...world.limits }
  const chosen = chooseLanguageModel(provider, modelId, settings)
  if (!chosen) {
    throw new AlcoveError(
      'config_invalid',
      `ALCOVE_MODEL is "${redact(name)}", but expected is openai/<model>, anthropic/<model>, openai-compatible/<model> or demo.`,
      { hint: 'ALCOVE_MODEL=demo is the built-in demo model.' },
    )
  }
  return createProviderModel({ name, ...chosen, limits, clock, redact, log, isPublic })
}
