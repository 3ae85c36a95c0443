import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall } from '@ai-sdk/provider'
import { isSameJson, type JsonValue } from '../../shared/json.ts'
import { ARGUMENTS_DIFFER_TEXT, settleArgs } from '../../shared/thread/settle-args.ts'
import type { ReadCall, ToolSet } from './tool-set.ts'

/** Name and arguments of a call, as they streamed before the whole call. */
interface Streamed {
  readonly toolName: string
  /** True if the provider runs it. */
  readonly isTheirs: boolean
  readonly text: string
}

type CallStart = Extract<LanguageModelV4StreamPart, { readonly type: 'tool-input-start' }>

/** The calls of one step, with our ids. */
export interface StepCalls {
  begin(start: CallStart): void
  grow(toolCallId: string, delta: string): void
  /** Reads a whole call; undefined: it repeats an earlier one. */
  read(call: LanguageModelV4ToolCall): Promise<ReadCall | undefined>
  /** Reads the calls that began and were never sent whole: their streamed arguments count. */
  readRest(): Promise<ReadCall[]>
}

/**
 * Reads the calls of one step. Some providers stream the arguments, send them whole, and may even send a call
 * twice. If these differ, the call is invalid and never runs.
 */
export function createStepCalls(tools: Pick<ToolSet, 'read'>): StepCalls {
  const streamed = new Map<string, Streamed>()
  const made = new Map<string, ReadCall>()

  async function read(call: LanguageModelV4ToolCall): Promise<ReadCall | undefined> {
    const { toolCallId } = call
    const known = made.get(toolCallId)
    const said = checkStreamed(await tools.read(call), streamed.get(toolCallId))
    if (known && !contradicts(known, said)) return undefined
    const next = known ? toWrong(known) : said
    made.set(toolCallId, next)
    return next
  }

  return {
    read,
    begin: ({ id, toolName, providerExecuted: isTheirs = false }) =>
      void streamed.set(id, { toolName, isTheirs, text: '' }),
    grow(toolCallId, delta) {
      const begun = streamed.get(toolCallId)
      if (begun) streamed.set(toolCallId, { ...begun, text: begun.text + delta })
    },
    async readRest() {
      const rest = [...streamed].filter(([toolCallId]) => !made.has(toolCallId))
      const calls = await Promise.all(
        rest.map(([toolCallId, { toolName, isTheirs, text }]) =>
          read({
            type: 'tool-call',
            toolCallId,
            toolName,
            providerExecuted: isTheirs,
            input: text,
          }),
        ),
      )
      return calls.filter((call) => call !== undefined)
    },
  }
}

function checkStreamed(call: ReadCall, streamed?: Streamed): ReadCall {
  if (call.type === 'wrong') return call
  const { toolName, text } = streamed ?? { toolName: call.toolName, text: '' }
  const settled = settleArgs(text, call.input as JsonValue)
  if (toolName !== call.toolName || settled.type !== 'whole') {
    // The provider has already run the call: a refusal would come too late.
    return call.type === 'provider' ? { ...call, isContradicted: true } : toWrong(call)
  }
  const { args } = settled
  return call.type === 'own' ? { ...call, input: args, args } : { ...call, input: args }
}

const toWrong = (call: ReadCall): ReadCall => ({
  ...call,
  type: 'wrong',
  problem: ARGUMENTS_DIFFER_TEXT,
})

/** True if a repetition names another tool or other arguments than a call that may still run. */
const contradicts = (known: ReadCall, said: ReadCall): boolean =>
  (known.type === 'own' || known.type === 'browser') &&
  (known.toolName !== said.toolName ||
    !isSameJson(known.input as JsonValue, said.input as JsonValue))
