import type { HostTool, ToolReply, ToolRun } from '../../shared/bridge/contract.ts'
import { RECORDED_RESULT } from '../../shared/recorded-call.ts'

interface Side {
  runTool(run: ToolRun, signal: AbortSignal): Promise<ToolReply>
}

interface Tools {
  declare(tools: readonly HostTool[] | undefined): void
}

/**
 * Serves the page's tools in a preview: calls of those that read reach the page, and all others get a result without
 * it. So nobody is asked about them.
 */
export function recordTools<Host extends Side, Served extends Tools>(
  serve: (side: Host) => Served,
  host: Host,
): Served {
  let reading: ReadonlySet<string> = new Set()
  const tools = serve({
    ...host,
    async runTool(run, signal) {
      return reading.has(run.name) ? host.runTool(run, signal) : { output: RECORDED_RESULT }
    },
  })
  return {
    ...tools,
    declare(list) {
      if (list) reading = new Set(list.filter(isReading).map(({ name }) => name))
      tools.declare(list?.map((tool) => (isReading(tool) ? tool : toRecorded(tool))))
    },
  }
}

const isReading = ({ kind, scope }: HostTool): boolean => kind === 'human' || scope === 'read'

/** Without undoing, a preview or a word on wrong arguments, which are the page's. */
const toRecorded = (tool: HostTool): HostTool => ({
  ...tool,
  scope: 'read',
  approval: 'never',
  handlesInvalid: false,
  extras: tool.extras?.filter((extra) => extra === 'available'),
})
