import { addressOf, lacksVersion, type ModelPlace } from './model-place.ts'
import type { FailureKind, ProviderFailure } from './provider-failure.ts'
import type { RefusalCause } from './read-refusal.ts'

/** Settings of the two waits that an operator may lengthen. */
export const FIRST_BYTE_SETTING = 'ALCOVE_MODEL_FIRST_BYTE_SECONDS'
export const GAP_SETTING = 'ALCOVE_MODEL_GAP_SECONDS'

const RESTART = 'and restart the server'
const NAMED_IN = 'ALCOVE_MODEL, or model of the assistant in alcove.config.ts'
const LOOK_AT_SERVER = 'look at the log of the model’s server, and at proxies before it'

/**
 * Tells the operator what to change after a failure, and where.
 *
 * @param place undefined for a model that was not made from the settings.
 */
export function remedyOf(
  { kind, cause }: Pick<ProviderFailure, 'kind' | 'cause'>,
  place: ModelPlace | undefined,
): string {
  const remedy = cause === undefined ? ofKind(kind, place) : ofCause(cause, place)
  const hints = place !== undefined && ADDRESS_KINDS.has(kind) ? addressHints(place) : []
  return [remedy, ...hints].join(' ')
}

/** Failures of which a wrong address may be the reason. */
const ADDRESS_KINDS: ReadonlySet<FailureKind> = new Set(['address', 'unreachable', 'malformed'])

function ofKind(kind: FailureKind, place: ModelPlace | undefined): string {
  const { key, address } = place?.settings ?? {
    key: 'the key in the configuration',
    address: 'the address in the configuration',
  }
  switch (kind) {
    case 'key':
      return `Set ${key} to a key that the provider accepts for this model, ${RESTART}.`
    case 'credit':
      return `Top up the account at the provider, or set ${key} to the key of another one, ${RESTART}.`
    case 'model':
      return `Name a model that the provider has (${NAMED_IN}), ${RESTART}.`
    case 'address':
      return `Set ${address} to the address of the model’s API, ${RESTART}.`
    case 'setup':
      return `Change what the provider refuses, as it says in detail, ${RESTART}.`
    case 'busy':
      return 'Wait; if it comes often, let the provider raise the account’s limit, or lower the rates in ALCOVE_LIMITS.'
    case 'down':
      return `Wait; if it lasts, see the provider’s status page, or ${LOOK_AT_SERVER}.`
    case 'unreachable':
      return `Start the model’s server, or set ${address} to an address that this machine reaches (in a container 127.0.0.1 is the container itself), ${RESTART}.`
    case 'timeout':
      return `Raise ${FIRST_BYTE_SETTING} if the model needs longer to its first word, ${RESTART}. A proxy that collects the answer delays it, too: turn that off (nginx: proxy_buffering off), or name the server behind it in ${address}. If it never answers, ${LOOK_AT_SERVER}.`
    case 'stalled':
      return `Raise ${GAP_SETTING} if the model makes longer pauses, ${RESTART}; else ${LOOK_AT_SERVER}.`
    case 'too-slow':
      return 'Let the model answer shorter (maxOutputTokens of the assistant), or choose a faster one.'
    case 'malformed':
      return `Check that what answers speaks ${place?.speaks ?? 'the model’s protocol'}, and that no proxy changes its answers.`
    case 'cut':
      return `The connection broke: ${LOOK_AT_SERVER}.`
    case 'too-long':
      return `Lower historyBytes in ALCOVE_LIMITS, ${RESTART}, or name a model with a larger window (${NAMED_IN}).`
    case 'refused':
      return `Nothing, if the message was not allowed; else change what the provider says in detail (${NAMED_IN}).`
    case 'unsupported':
      return `Leave the type out of fileTypes of the project, or name a model that reads it (${NAMED_IN}).`
    case 'unknown':
      return `Update Alcove and the model’s server; if it lasts, ${LOOK_AT_SERVER}.`
    default:
      return kind satisfies never
  }
}

function ofCause(cause: RefusalCause, place: ModelPlace | undefined): string {
  const headers = place?.settings.headers ?? 'the headers in the configuration'
  switch (cause) {
    case 'header':
      return `Set ${headers} to the header that is missing, as JSON: {"name":"value"}, ${RESTART}.`
    case 'field':
      return 'The model’s server refuses a field of the call: let it ignore fields that it does not know, or update it.'
    case 'tools':
      return `Name a model that takes tools (${NAMED_IN}), or start its server with tools (vLLM: --enable-auto-tool-choice), or remove the tools of the assistant and of the page.`
    case 'per-minute':
      return 'This is a limit of the account, not of the model: let the provider raise it, or lower historyBytes in ALCOVE_LIMITS.'
    default:
      return cause satisfies never
  }
}

function* addressHints(place: ModelPlace): Generator<string, void, undefined> {
  const { baseUrl, settings, speaks, otherProtocol } = place
  yield `It asks ${addressOf(place)} for ${speaks}.`
  if (otherProtocol !== undefined) yield otherProtocol
  if (lacksVersion(place)) yield `Most servers want /v1: ${settings.address}=${baseUrl}/v1.`
}
