import { isJsonValue, isPlainObject, type JsonObject } from '../json.ts'
import { plainJsonText } from './plain-json-text.ts'

/** What the page adds to each message that is sent: the server decides what of it counts. */
export interface HostContext {
  /** For the model: where the person is, and what the page is about. */
  readonly system?: string | undefined
  /** Wishes for the call of the model, of {@link CALL_SETTINGS}. */
  readonly callSettings?: JsonObject | undefined
}

/** Characters of `system`; a server may take fewer bytes (`clientSystemBytes`). */
export const HOST_SYSTEM_MAX_CHARACTERS = 8_192
/** Of `callSettings` as JSON. */
export const CALL_SETTINGS_MAX_CHARACTERS = 1_024
/** What a page can wish for. */
export const CALL_SETTINGS = ['temperature', 'topP', 'maxOutputTokens', 'stopSequences'] as const

export const isHostSystem = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === 'string' && value.length <= HOST_SYSTEM_MAX_CHARACTERS)

export const isCallSettings = (value: unknown): value is JsonObject | undefined =>
  value === undefined ||
  (isPlainObject(value) &&
    isJsonValue(value) &&
    plainJsonText(value)!.length <= CALL_SETTINGS_MAX_CHARACTERS)

export const isHostContext = (value: unknown): value is HostContext =>
  isPlainObject(value) && isHostSystem(value['system']) && isCallSettings(value['callSettings'])
