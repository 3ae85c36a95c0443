import { AlcoveError } from '../../shared/errors.ts'
import type { NamedModel } from './model-choice.ts'
import { modelSecrets, PROVIDERS, type ModelFactory, type ModelSettings } from './providers.ts'

/** A model of a provider that the configuration names, whose settings stand there. */
export function createNamed({ provider, modelId }: NamedModel): ModelFactory {
  const factory = provider.api.create(modelId, provider)
  const of = (setting: string) => `providers.${provider.name}.${setting}`
  const settings = { key: of('key'), address: of('baseUrl'), headers: of('headers') }
  return { ...factory, ...(factory.place && { place: { ...factory.place, settings } }) }
}

/** The place of a model's name, for errors. */
interface NamePlace {
  readonly setting: string
  readonly expected: readonly string[]
  readonly hint: string
}

/**
 * A model of a provider of the environment.
 *
 * @throws AlcoveError `config_invalid`, naming the setting, its value and the expected form.
 */
export function findFactory(
  name: string,
  settings: ModelSettings,
  { setting, expected, hint }: NamePlace,
): ModelFactory {
  const slash = name.indexOf('/')
  const provider = PROVIDERS.find((each) => each.name === name.slice(0, Math.max(slash, 0)))
  const modelId = name.slice(slash + 1)
  if (provider && modelId.trim() !== '') {
    return provider.chooseModel(modelId, settings.providers ?? {})
  }
  const redact = createRedactor(modelSecrets(settings))
  throw new AlcoveError(
    'config_invalid',
    `${setting} is "${redact(name)}", but expected is ${listed(expected)}.`,
    { hint },
  )
}

/** `a, b or c`. */
const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' or ')

/** Behind a blank only with a digit: "the API key provided" has no key. */
const KEY_LIKE =
  /\b(?:(?:sk|pk|rk|key|api)(?:[-_]| (?=\S*\d))|(?:Bearer|Basic)[-_ ])[^\s"',;<>]{6,}/gi
const MIN_SECRET_LENGTH = 4

/** Returns a function that redacts these secrets, and texts that look like a key, for logs. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    // The longest first: another may be its beginning.
    .toSorted((one, other) => other.length - one.length)
  return (text) => {
    let safe = text
    for (const secret of known) safe = safe.replaceAll(secret, '[redacted]')
    return safe.replace(KEY_LIKE, '[redacted]')
  }
}
