import { ISSUES_MAX } from '../../shared/bridge/contract.ts'
import type { ArgumentIssue, HostTool, HumanQuestion } from '../../shared/bridge/contract.ts'
import { isIssue, readToolSchema } from '../../shared/bridge/guards.ts'
import {
  readToolPreview,
  TOOL_AVAILABLE_LIMIT_MS,
  TOOL_CHECK_LIMIT_MS,
  TOOL_PREVIEW_LIMIT_MS,
  type ToolExtra,
} from '../../shared/bridge/tool-extras.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { readToolLabels } from '../../shared/tool-labels.ts'
import type { BrowserTool, RunTool, ToolRegistry } from '../conversation/atoms/tools.ts'
import { nameDefinition } from '../world/allowed-tools.ts'
import { meansApproval, unknownFields } from './tool-fields.ts'
import { createToolRuns, type ToolRuns, type ToolRunsSettings } from './tool-runs.ts'

/** Grace beyond the page's own limit, for a page that does not answer. */
export const ASK_GRACE_MS = 500

export interface HostToolsSettings extends Omit<ToolRunsSettings, 'warn'> {
  /** True if the person allowed a tool for a conversation. */
  readonly isAllowed: (threadId: string, key: string) => boolean
  readonly registry: ToolRegistry
  /** Default: the console. */
  readonly warn?: (text: string) => void
}

/** The tools that the host page declared, as tools of this browser. */
export interface HostTools {
  /** Updates the registry from a setup. `undefined`: the tools are not known yet. */
  declare(tools: readonly HostTool[] | undefined): void
  /** The person changed which tools are allowed: waiting calls are checked again. */
  followAllowed(): void
  /** Aborts running calls: another user takes over. */
  abort(): void
  /** A run reports its progress. */
  noteProgress(told: unknown): void
  /** @throws AlcoveError `not_found`: no such call runs; any error of `ToolContext.human`. */
  askHuman(question: HumanQuestion): Promise<JsonValue>
}

interface Registered {
  readonly text: string
  readonly tool: BrowserTool
  readonly unregister: () => void
}

export function createHostTools(settings: HostToolsSettings): HostTools {
  const { registry, warn = (text: string) => console.warn(text) } = settings
  const runs = createToolRuns({ ...settings, warn })
  const registered = new Map<string, Registered>()

  function register(described: HostTool, text: string) {
    const parameters = readToolSchema(described.schema)
    if (!parameters) return
    const complain = (problem: string) => warn(`The tool ${described.name}: ${problem}`)
    readToolLabels(described.labels).problems.forEach(complain)
    const unknown = unknownFields(described.fields)
    if (unknown.length > 0) {
      import('./find-typos.ts').then(
        ({ findTypos }) => findTypos(unknown).forEach(complain),
        () => {},
      )
    }
    // Safer than to run a tool unasked whose page misspelt that it asks.
    const safe: HostTool = unknown.some(meansApproval)
      ? { ...described, approval: 'ask' }
      : described
    const tool = toBrowserTool(safe, parameters, { ...settings, runs })
    const unregister = registry.register(described.name, tool)
    registered.set(described.name, { text, tool, unregister })
  }

  registry.refresh = () => {
    const asked = [...registered].filter(([, { tool }]) => tool.isAvailable)
    registry.unavailable = new Set(asked.map(([name]) => name))
    if (asked.length === 0) return undefined
    return findUnavailable(asked).then((names) => {
      registry.unavailable = names
    })
  }

  return {
    ...runs,
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
    followAllowed() {
      for (const [name, { tool }] of registered) {
        // Registers the same tool again: listeners are notified, and nothing else changes.
        if (tool.type === 'run' && tool.onceKey !== undefined) registry.register(name, tool)
      }
    },
  }
}

/** Tools that report that they are unavailable, asked at the same time. */
async function findUnavailable(
  asked: readonly (readonly [name: string, entry: Registered])[],
): Promise<ReadonlySet<string>> {
  const answers = await Promise.all(
    asked.map(async ([name, { tool }]) => ((await tool.isAvailable?.()) ? [] : [name])),
  )
  return new Set(answers.flat())
}

/** The part of the page's side that tools use. */
type PageSide = Pick<HostToolsSettings, 'askTool' | 'isAllowed'> & { readonly runs: ToolRuns }

/** Converts a tool of the page to one of this browser. */
function toBrowserTool(tool: HostTool, parameters: JsonObject, side: PageSide): BrowserTool {
  const { name, description, kind, labels } = tool
  const isAvailable = has(tool, 'available')
    ? () =>
        side
          .askTool({ about: 'available', name }, TOOL_AVAILABLE_LIMIT_MS + ASK_GRACE_MS)
          .then(Boolean, () => false)
    : undefined
  return kind === 'human'
    ? { type: 'human', description, parameters, labels, isAvailable }
    : { ...toRunTool(tool, parameters, side), isAvailable }
}

function toRunTool(tool: HostTool, parameters: JsonObject, side: PageSide): RunTool {
  const { name, description, scope, approval, timeoutMs, handlesInvalid, labels } = tool
  const { runs } = side
  // A malicious page cannot get around this. A tool that never asks by itself asks where the server says so.
  const isOnce = (has(tool, 'once') || approval === 'never') && scope !== 'sensitive'
  const onceKey = isOnce
    ? nameDefinition([name, description, tool.schema, scope, labels])
    : undefined
  const asks: RunTool = {
    type: 'run',
    description,
    parameters,
    approval,
    scope,
    timeoutMs,
    labels,
    onceKey,
    execute: (args, context) =>
      has(tool, 'undo') ? runs.runUndoable(tool, args, context) : runs.run({ name, args }, context),
    ...(handlesInvalid
      ? { onInvalid: (args, issues, context) => runs.run({ name, args, issues }, context) }
      : {}),
    ...(has(tool, 'check') ? { check: (args) => askCheck(name, args, side) } : {}),
    ...(has(tool, 'preview')
      ? { preview: (args, signal) => askPreview(name, args, signal, side) }
      : {}),
  }
  if (onceKey === undefined) return asks
  const allowed: RunTool = { ...asks, approval: 'never', isAllowed: true }
  return {
    ...asks,
    inThread: (threadId) => (side.isAllowed(threadId, onceKey) ? allowed : asks),
  }
}

const askPreview = (name: string, args: JsonObject, signal: AbortSignal, side: PageSide) =>
  side
    .askTool({ about: 'preview', name, args }, TOOL_PREVIEW_LIMIT_MS + ASK_GRACE_MS, signal)
    .then(readToolPreview, () => undefined)

/** A page that does not answer is asked again when the tool runs. */
const askCheck = (
  name: string,
  args: JsonObject,
  side: PageSide,
): Promise<readonly ArgumentIssue[]> =>
  side.askTool({ about: 'check', name, args }, TOOL_CHECK_LIMIT_MS + ASK_GRACE_MS).then(
    (issues) => (Array.isArray(issues) ? issues.filter(isIssue).slice(0, ISSUES_MAX) : []),
    () => [],
  )

/** A malicious page may have sent any value. */
const has = ({ extras }: HostTool, extra: ToolExtra): boolean =>
  Array.isArray(extras) && extras.includes(extra)
