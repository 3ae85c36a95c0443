import { createAdopter } from './adopt-running.ts'
import {
  createHistoryLoader,
  type HistoryLoader,
  type HistoryLoaderSettings,
} from './history-loader.ts'
import { findRunning, type FindRunningSettings } from './running-answer.ts'
import type { Transport } from './transport.ts'
import type { Turns } from './turns.ts'

export interface ThreadOpeningSettings
  extends
    Omit<HistoryLoaderSettings, 'findRunning' | 'onRunning'>,
    Pick<FindRunningSettings, 'random' | 'wake'> {
  readonly transport: Pick<Transport, 'follow'>
  readonly follow: Turns['follow']
}

/** Shows a thread as it is: its stored messages, and the answer that its server is making. */
export function createThreadOpening(settings: ThreadOpeningSettings): HistoryLoader {
  const { closing: signal } = settings
  const { follow } = settings.transport
  const find = follow && (() => findRunning({ ...settings, follow, signal }))
  const history = createHistoryLoader({
    ...settings,
    findRunning: find,
    onRunning: createAdopter({
      ...settings,
      find: async () => find?.(),
      reload: () => history.load(),
    }),
  })
  return history
}
