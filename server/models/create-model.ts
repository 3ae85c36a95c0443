import { AlcoveError } from '../../shared/errors.ts'
import { createDemoModel, DEMO_MODEL_NAME } from './demo-model.ts'
import { systemClock, type ModelClock } from './model-clock.ts'
import type { ModelLogEntry } from './model-log.ts'
import type { Model } from './model.ts'
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-limits.ts'
import { createProviderModel } from './provider-model.ts'
import { modelSecrets, PROVIDERS, type ModelSettings } from './providers.ts'

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
  const provider = PROVIDERS.get(name.slice(0, Math.max(slash, 0)))
  const modelId = name.slice(slash + 1)
  const redact = createRedactor(modelSecrets(settings))
  if (!provider || modelId.trim() === '') {
    const known = [...PROVIDERS.keys()].map((each) => `${each}/<model>`).join(', ')
    throw new AlcoveError(
      'config_invalid',
      `ALCOVE_MODEL is "${redact(name)}", but expected is ${known} or demo.`,
      { hint: 'ALCOVE_MODEL=demo is the built-in demo model.' },
    )
  }
  const limits = { ...PROVIDER_LIMITS, ...world.limits }
  const factory = provider.chooseModel(modelId, settings)
  return createProviderModel({ name, ...factory, limits, clock, redact, log, isPublic })
}

const KEY_LIKE = /\b(?:sk|pk|rk|key|api|Bearer|Basic)[-_ ][^\s"',;<>]{6,}/gi
const MIN_SECRET_LENGTH = 4

/** A function that takes these secrets, and whatever looks like a key, out of a text for logs. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH)
  return (text) => {
    let safe = text
    for (const secret of known) safe = safe.replaceAll(secret, '[redacted]')
    return safe.replace(KEY_LIKE, '[redacted]')
  }
}
