import type { MessagePart, ToolCallPart } from '../../shared/thread/message.ts'
import { TOOL_TEXTS } from './backend-tool.ts'
import type { JudgeResult } from './hooks.ts'
import { continuedAnswer, type ModelRequest } from './model.ts'
import { isOperatorEnd } from './operator-call-error.ts'
import { runAtOnce } from './run-at-once.ts'
import type { MessageWithMemory } from './step-memory.ts'

/**
 * Lets the operator's hook judge the results of a page's tools, as the model is about to read them. The
 * conversation keeps what the page's tool returned: the page and the person have seen it. So the hook is
 * called again in later turns, and an older result that it withholds is withheld from the model alone.
 *
 * @throws HookRefusal, OperatorCallError for a result of the answer that is continued; the reason of `signal`.
 */
export async function judgePageResults(
  { messages, backend }: Pick<ModelRequest, 'messages' | 'backend'>,
  signal: AbortSignal,
): Promise<readonly MessageWithMemory[]> {
  const judge = backend?.onToolResult
  if (!judge) return messages
  const ownNames = new Set(backend.tools.map(({ name }) => name))
  const continued = continuedAnswer({ messages })
  const results = messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.content
          .filter((part) => isPageResult(part, ownNames))
          .map((part) => ({ part, isContinued: message === continued }))
      : [],
  )
  const judgeOne = async ({ part, isContinued }: PageResult) =>
    [part, await judgePart(part, judge, isContinued, signal)] as const
  const judged = new Map<MessagePart, ToolCallPart>(
    await Array.fromAsync(runAtOnce(results, judgeOne, signal)),
  )
  signal.throwIfAborted()
  if (judged.size === 0) return messages
  return messages.map((message) => ({
    ...message,
    content: message.content.map((part) => judged.get(part) ?? part),
  }))
}

interface PageResult {
  readonly part: ToolCallPart
  readonly isContinued: boolean
}

/** A failed call holds no result of a tool. */
const isPageResult = (part: MessagePart, ownNames: ReadonlySet<string>): part is ToolCallPart =>
  part.type === 'tool-call' &&
  part.state === 'output-available' &&
  part.isError !== true &&
  !ownNames.has(part.toolName)

async function judgePart(
  part: ToolCallPart,
  judge: JudgeResult,
  isContinued: boolean,
  signal: AbortSignal,
): Promise<ToolCallPart> {
  const { toolName, args, result = null } = part
  try {
    return { ...part, result: await judge({ toolName, args, result }, signal) }
  } catch (error) {
    if (isContinued || !isOperatorEnd(error)) throw error
    return { ...part, state: 'output-error', isError: true, result: TOOL_TEXTS.withheld }
  }
}
