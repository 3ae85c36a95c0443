import type { JsonObject } from '../json.ts'

/** The page's additions to each sent message; the server decides which of them it uses. */
export interface HostContext {
  /** For the model: the person's place and the subject of the page. */
  readonly system?: string | undefined
  /** Settings of the model call, of {@link CALL_SETTINGS}. */
  readonly callSettings?: JsonObject | undefined
  /** The page's data, by names that people read: for the model, and never instructions. */
  readonly data?: JsonObject | undefined
}

/** Maximum characters of `system`; a server may accept fewer bytes (`clientSystemBytes`). */
export const HOST_SYSTEM_MAX_CHARACTERS = 8_192
/** Maximum of `callSettings` as JSON. */
export const CALL_SETTINGS_MAX_CHARACTERS = 1_024
/** Settings that a page can request. */
export const CALL_SETTINGS = ['temperature', 'topP', 'maxOutputTokens', 'stopSequences'] as const
