import type { SerializedError } from '../errors.ts'
import { isContextData } from '../context-data.ts'
import { isPlainObject, isJsonValue } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { TOOL_NAME_PATTERN } from '../tool-name.ts'
import {
  HOST_TOOLS_LIMIT_CHARACTERS,
  HOST_TOOLS_MAX,
  ISSUES_MAX,
  TOOL_DESCRIPTION_LIMIT_CHARACTERS,
  TOOL_SCHEMA_LIMIT_CHARACTERS,
  TOOL_TIMEOUT_LIMIT_MS,
} from './contract.ts'
import { CALL_SETTINGS_MAX_CHARACTERS, HOST_SYSTEM_MAX_CHARACTERS } from './host-context.ts'
import type {
  ArgumentIssue,
  ColorScheme,
  FrameSetup,
  HostIdentity,
  OpenRequest,
  PanelViewport,
  TokenQuestion,
  HostTool,
  HumanQuestion,
  ToolReply,
  ToolRun,
} from './contract.ts'
import type { HostContext } from './host-context.ts'
import { plainJsonText } from './plain-json.ts'

// Neither side trusts the other: the host page may be hostile, the frame may be taken over. Extra
// fields pass, since the other side may be newer.

/** No device has a larger safe area; a larger number is not a measurement. */
export const INSET_LIMIT_PX = 500

const isInset = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= INSET_LIMIT_PX

/**
 * Any value's fields, `undefined` if there are none. Values from a port were parsed and values from another
 * window were cloned, so that reading a field runs no code.
 */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  (value ?? {}) as Readonly<Record<string, unknown>>

const isColorScheme = (value: unknown): value is ColorScheme =>
  value === 'light' || value === 'dark'

export const isOpenRequest = (value: unknown): value is OpenRequest =>
  isPlainObject(value) &&
  typeof value['isOpen'] === 'boolean' &&
  typeof value['userGesture'] === 'boolean'

const isHostIdentity = (value: unknown): value is HostIdentity =>
  isPlainObject(value) &&
  Number.isSafeInteger(value['epoch']) &&
  Number(value['epoch']) >= 0 &&
  [undefined, 'ask', 'always', 'never'].includes(value['merge'] as undefined) &&
  (value['mode'] === 'anonymous' ||
    value['mode'] === 'token' ||
    (value['mode'] === 'apiKey' &&
      ['apiKey', 'userId', 'workspaceId'].every((name) => typeof value[name] === 'string')))

const isPanelViewport = (value: unknown): value is PanelViewport =>
  isPlainObject(value) &&
  typeof value['isSheet'] === 'boolean' &&
  ['boolean', 'undefined'].includes(typeof value['canWiden']) &&
  ['top', 'right', 'bottom', 'left'].every((side) => isInset(value[side]))

export const isFrameSetup = (value: unknown): value is FrameSetup =>
  isPlainObject(value) &&
  typeof value['app'] === 'string' &&
  isColorScheme(value['scheme']) &&
  isPanelViewport(value['viewport']) &&
  isHostIdentity(value['identity']) &&
  (value['tools'] === undefined || isHostToolList(value['tools'])) &&
  (value['context'] === undefined || isHostContext(value['context'])) &&
  (value['look'] === undefined || isPlainObject(value['look'])) &&
  ['string', 'undefined'].includes(typeof value['locale']) &&
  ['boolean', 'undefined'].includes(typeof value['wantsContent']) &&
  ['boolean', 'undefined'].includes(typeof value['hasVisitorProof']) &&
  ['string', 'undefined'].includes(typeof value['linksTo']) &&
  (value['isAnswering'] === undefined || typeof value['isAnswering'] === 'boolean')

export const isTokenQuestion = (value: unknown): value is TokenQuestion => {
  const { reason, previous } = fieldsOf(value)
  return (
    /^(initial|expiring|rejected|identity)$/.test(reason as string) &&
    (previous === null || typeof previous === 'string')
  )
}

export const isSerializedError = (value: unknown): value is SerializedError => {
  const { code, message } = fieldsOf(value)
  return typeof code === 'string' && typeof message === 'string'
}

export const isHostSystem = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === 'string' && value.length <= HOST_SYSTEM_MAX_CHARACTERS)

export const isCallSettings = (value: unknown): value is JsonObject | undefined =>
  value === undefined ||
  (isPlainObject(value) &&
    isJsonValue(value) &&
    plainJsonText(value)!.length <= CALL_SETTINGS_MAX_CHARACTERS)

export const isHostContext = (value: unknown): value is HostContext =>
  isPlainObject(value) &&
  isHostSystem(value['system']) &&
  isCallSettings(value['callSettings']) &&
  (value['data'] === undefined || isContextData(value['data']))

const isTextUpTo = (limit: number, value: unknown): value is string =>
  typeof value === 'string' && value.length <= limit

/** The schema of a host tool; undefined if the text is malformed. */
export function readToolSchema(text: string): JsonObject | undefined {
  if (text.length > TOOL_SCHEMA_LIMIT_CHARACTERS) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) && isJsonValue(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isHostTool = (value: unknown): value is HostTool =>
  isPlainObject(value) &&
  typeof value['name'] === 'string' &&
  // Not `isToolName`: one tool of an older loader's page would keep the frame from starting.
  TOOL_NAME_PATTERN.test(value['name']) &&
  isTextUpTo(TOOL_DESCRIPTION_LIMIT_CHARACTERS, value['description']) &&
  typeof value['schema'] === 'string' &&
  readToolSchema(value['schema']) !== undefined &&
  (value['kind'] === 'run' || value['kind'] === 'human') &&
  typeof value['scope'] === 'string' &&
  /^(read|write|navigate|sensitive)$/.test(value['scope']) &&
  (value['approval'] === 'never' || value['approval'] === 'ask') &&
  isToolTimeout(value['timeoutMs']) &&
  typeof value['handlesInvalid'] === 'boolean'

export const isToolTimeout = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= TOOL_TIMEOUT_LIMIT_MS

export const isHostToolList = (value: unknown): value is readonly HostTool[] =>
  Array.isArray(value) &&
  value.length <= HOST_TOOLS_MAX &&
  value.every(isHostTool) &&
  // Only unknown fields can still be large: they are dropped, but they were sent.
  value.reduce((sum, { description, schema }) => sum + description.length + schema.length, 0) <=
    HOST_TOOLS_LIMIT_CHARACTERS

export const isIssue = (value: unknown): value is ArgumentIssue =>
  isPlainObject(value) &&
  typeof value['message'] === 'string' &&
  Array.isArray(value['path']) &&
  value['path'].every((step) => typeof step === 'string')

/** For the page: the call may come from a frame that was taken over. */
export const isToolRun = (value: unknown): value is ToolRun =>
  isPlainObject(value) &&
  typeof value['name'] === 'string' &&
  typeof value['callId'] === 'string' &&
  isPlainObject(value['args']) &&
  isJsonValue(value['args']) &&
  ['string', 'undefined'].includes(typeof value['runId']) &&
  (value['issues'] === undefined ||
    (Array.isArray(value['issues']) &&
      value['issues'].length <= ISSUES_MAX &&
      value['issues'].every(isIssue)))

export const isToolReply = (value: unknown): value is ToolReply =>
  isPlainObject(value) &&
  ('errorText' in value
    ? typeof value['errorText'] === 'string'
    : (value['output'] === undefined || isJsonValue(value['output'])) &&
      (value['isLossy'] === undefined || typeof value['isLossy'] === 'boolean'))

export const isHumanQuestion = (value: unknown): value is HumanQuestion =>
  isPlainObject(value) && typeof value['callId'] === 'string' && isJsonValue(value['payload'])
