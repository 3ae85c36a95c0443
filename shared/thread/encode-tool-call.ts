import { ERROR_TEXTS } from '../error-texts.ts'
import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Warn } from '../warn.ts'
import type { ToolCallPart } from './message.ts'

/** A call with what it waits for: a turn that waits survives a reload. */
export function encodeToolCall(part: ToolCallPart, warn: Warn): JsonObject {
  const { toolCallId, toolName, artifact, approval, interrupt } = part
  const result = encodeResult(part, warn)
  return {
    type: 'tool-call',
    toolCallId,
    toolName,
    ...encodeArgs(part),
    ...(result === undefined ? {} : { result }),
    ...(part.isError ? { isError: true } : {}),
    ...(artifact === undefined ? {} : { artifact }),
    ...(approval ? { approval: encodeApproval(approval) } : {}),
    // The form in which newer clients of the contract keep what a call asks of a person.
    ...(interrupt ? { interrupt: { type: 'human', payload: { ...interrupt } as JsonObject } } : {}),
  }
}

function encodeArgs({ args, argsText, state }: ToolCallPart): JsonObject {
  const written = JSON.stringify(args)
  if (written === argsText) return { args }
  const said = parse(argsText)
  // A text that says something else is no substitute for what the tool was called with.
  const isRepaired = said === undefined ? state !== 'input-streaming' : isPlainObject(said)
  return isRepaired && JSON.stringify(said) !== written ? { args } : { argsText }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function encodeResult({ toolCallId, toolName, result }: ToolCallPart, warn: Warn) {
  if (result === undefined || isJsonValue(result)) return result
  warn(ERROR_TEXTS.resultNotJson + JSON.stringify({ toolCallId, toolName }))
  try {
    const text: unknown = JSON.stringify(result)
    return typeof text === 'string' ? (JSON.parse(text) as JsonValue) : undefined
  } catch {
    // A circle, a number too large for JSON, or a value that refuses to be written.
    return undefined
  }
}

const encodeApproval = ({
  id,
  isApproved,
  reason,
}: NonNullable<ToolCallPart['approval']>): JsonObject => ({
  id,
  ...(isApproved === undefined ? {} : { approved: isApproved }),
  ...(reason === undefined ? {} : { reason }),
})
