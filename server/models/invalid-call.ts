import {
  InvalidToolInputError,
  JSONParseError,
  NoSuchToolError,
  type ToolCallRepairFunction,
  type ToolSet,
} from 'ai'
import { describeUnreadable } from '../../shared/argument-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { INTERRUPT_PREFIX } from '../../shared/thread/interrupt.ts'

const NO_SUCH_TOOL_TEXT = 'The model called a tool that does not exist.'
const WRONG_CALL_TEXT = 'The model called a tool wrongly.'

/** What a person is told of a call that the AI SDK refused: the specification's words for arguments. */
export function describeInvalidCall(error: unknown): string {
  if (NoSuchToolError.isInstance(error)) return NO_SUCH_TOOL_TEXT
  const text = InvalidToolInputError.isInstance(error) ? describeCause(error.cause) : undefined
  // Readers take the prefix for an interrupt, and the arguments may quote it.
  return text === undefined || text.includes(INTERRUPT_PREFIX) ? WRONG_CALL_TEXT : text
}

function describeCause(cause: unknown): string | undefined {
  if (JSONParseError.isInstance(cause)) {
    return describeUnreadable(cause.cause instanceof Error ? cause.cause.message : 'No JSON')
  }
  // What a check of ours says stands behind the SDK's own error.
  const inner = cause instanceof Error ? cause.cause : undefined
  return inner instanceof AlcoveError ? inner.message : undefined
}

/** Nothing is repaired: the model reads the same words of its call as the person. */
export const tellInvalidCall: ToolCallRepairFunction<ToolSet> = async ({ error }) => {
  if (InvalidToolInputError.isInstance(error)) {
    // The SDK writes an error for the model as its name and its message.
    Object.assign(error, { name: '', message: describeInvalidCall(error) })
  }
  return null
}
