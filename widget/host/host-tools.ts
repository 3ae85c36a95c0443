import type { HostTool, HumanQuestion, ToolReply, ToolRun } from '../../shared/bridge/contract.ts'
import { readToolSchema } from '../../shared/bridge/guards.ts'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { readToolLabels } from '../../shared/tool-labels.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import {
  notJsonWarning,
  type BrowserTool,
  type ToolContext,
  type ToolRegistry,
} from '../conversation/atoms/tools.ts'

export interface HostToolsSettings {
  readonly registry: ToolRegistry
  /** Asks the page to run a tool; rejects when it cannot be asked, or the signal aborts. */
  readonly runTool: (run: ToolRun, signal: AbortSignal) => Promise<ToolReply>
  /** Default: the console. */
  readonly warn?: (text: string) => void
}

/** The tools that the host page declared, as tools of this browser. */
export interface HostTools {
  /** Brings the registry in line with a setup; without a list nothing is known yet. */
  declare(tools: readonly HostTool[] | undefined): void
  /** Ends what runs: somebody else is chatting. */
  abort(): void
  /** @throws AlcoveError `not_found`: no such call runs; whatever `ToolContext.human` throws. */
  askHuman(question: HumanQuestion): Promise<JsonValue>
}

interface Registered {
  readonly text: string
  readonly unregister: () => void
}

export function createHostTools(settings: HostToolsSettings): HostTools {
  const { registry, warn = (text: string) => console.warn(text) } = settings
  const registered = new Map<string, Registered>()
  const running = new Map<string, ToolContext>()
  let epoch = new AbortController()

  async function run(
    call: Omit<ToolRun, 'callId'>,
    context: ToolContext,
  ): Promise<JsonValue | undefined> {
    const { toolCallId: callId, signal } = context
    running.set(callId, context)
    try {
      const either = AbortSignal.any([signal, epoch.signal])
      const reply = await settings.runTool({ ...call, callId }, either)
      // Already a text of the page's own: nothing is put before it.
      if ('errorText' in reply) throw new AlcoveError('internal', reply.errorText)
      if (reply.isLossy) warn(notJsonWarning(JSON.stringify(reply.output)))
      return reply.output
    } finally {
      if (running.get(callId) === context) running.delete(callId)
    }
  }

  function toBrowserTool(tool: HostTool, parameters: JsonObject): BrowserTool {
    const { name, description, kind, approval, timeoutMs, handlesInvalid, labels } = tool
    if (kind === 'human') return { type: 'human', description, parameters, labels }
    return {
      type: 'run',
      description,
      parameters,
      approval,
      timeoutMs,
      labels,
      execute: (args, context) => run({ name, args }, context),
      ...(handlesInvalid
        ? { onInvalid: (args, issues, context) => run({ name, args, issues }, context) }
        : {}),
    }
  }

  function register(tool: HostTool, text: string) {
    const parameters = readToolSchema(tool.schema)
    if (!parameters) return
    for (const problem of readToolLabels(tool.labels).problems)
      warn(`The tool ${tool.name}: ${problem}`)
    const unregister = registry.register(tool.name, toBrowserTool(tool, parameters))
    registered.set(tool.name, { text, unregister })
  }

  return {
    declare(tools) {
      if (!tools) return
      const names = new Set(tools.map(({ name }) => name))
      for (const [name, { unregister }] of registered) {
        if (names.has(name)) continue
        registered.delete(name)
        unregister()
      }
      for (const tool of tools) {
        const text = JSON.stringify(tool)
        if (registered.get(tool.name)?.text !== text) register(tool, text)
      }
    },
    abort() {
      epoch.abort(new AlcoveError('destroyed', THREAD_TEXTS.toolAborted))
      epoch = new AbortController()
    },
    async askHuman({ callId, payload }) {
      const context = running.get(callId)
      if (!context) throw new AlcoveError('not_found', 'No such tool call runs.')
      return context.human(payload)
    },
  }
}
