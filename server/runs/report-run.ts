import type { Message, MessageStatus } from '../../shared/thread/message.ts'
import { stepUsage } from '../../shared/thread/step-usage.ts'
import type { RunRow, Scope, Store } from '../store/store.ts'

export interface ReportSettings {
  readonly store: Pick<Store, 'reports'>
  readonly scope: Scope
  readonly run: RunRow
  readonly modelName: string
  /** Of the answer that went on: what they cost was counted when they were made. Default: none. */
  readonly stepsBefore?: number
  readonly now: () => Date
}

/**
 * Counts a saved answer for the project's usage. Clients that store their own rows report their own
 * runs; for these the server is the one who knows.
 */
export async function reportRun(settings: ReportSettings, answer: Message): Promise<void> {
  const { store, scope, run, modelName, stepsBefore = 0, now } = settings
  const steps = (answer.metadata.steps ?? []).slice(stepsBefore)
  // Somebody decided about a call, and nothing was asked of a model.
  if (run.continuesMessage && steps.length === 0) return
  const { inputTokens, outputTokens } = stepUsage(steps)
  await store.reports.addRun(scope, {
    threadId: run.threadId,
    messageId: run.messageId,
    traceId: null,
    status: reportedStatus(answer.status),
    modelId: modelName,
    durationMs: Math.max(0, now().getTime() - Date.parse(run.startedAt)),
    // Unknown where the provider told nothing.
    inputTokens: inputTokens ?? null,
    outputTokens: outputTokens ?? null,
    attributes: { source: 'server' },
  })
}

function reportedStatus(status: MessageStatus | undefined): string {
  if (status?.type === 'complete' || status?.type === 'requires-action') return 'completed'
  return status?.type === 'incomplete' && status.reason === 'error' ? 'error' : 'incomplete'
}
