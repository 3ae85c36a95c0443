import { isJsonValue, isPlainObject, type JsonObject } from '../json.ts'
import { TOOL_NAME_PATTERN } from '../tool-name.ts'
import {
  HOST_TOOLS_LIMIT_CHARACTERS,
  HOST_TOOLS_MAX,
  ISSUES_MAX,
  TOOL_DESCRIPTION_LIMIT_CHARACTERS,
  TOOL_SCHEMA_LIMIT_CHARACTERS,
  TOOL_TIMEOUT_LIMIT_MS,
  type HostTool,
  type HumanQuestion,
  type ToolReply,
  type ToolRun,
} from './host-tool.ts'

// Apart from guards.ts: the loader's first file needs none of these.

const isTextUpTo = (limit: number, value: unknown): value is string =>
  typeof value === 'string' && value.length <= limit

/** The schema of a host tool; undefined when the text is none. */
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
  // Not `isToolName`: for one tool of an older loader's page the frame would not start at all.
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
  // Only what is no field of ours can still be large: it is dropped, but it was sent.
  value.reduce((sum, { description, schema }) => sum + description.length + schema.length, 0) <=
    HOST_TOOLS_LIMIT_CHARACTERS

const isIssue = (value: unknown): boolean =>
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
