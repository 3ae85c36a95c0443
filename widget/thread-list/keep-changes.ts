import type { CloudThreads } from '../api/cloud-threads.ts'
import type { KeptCall } from '../device/kept-calls.ts'
import type { MakeCall } from '../world/call-keeper.ts'

/**
 * Wraps a list so that its changes are stored on the device until the server has them: the tab may close at once.
 */
export function keepChanges(
  adapter: CloudThreads,
  begin: (call: KeptCall, signal: AbortSignal) => MakeCall,
): CloudThreads {
  const { rename } = adapter
  const kept = (type: 'archive' | 'unarchive' | 'delete'): CloudThreads => {
    const change = adapter[type]
    if (!change) return {}
    return {
      [type]: async (thread: string, signal: AbortSignal) =>
        void (await begin({ type, thread }, signal)((ending) => change(thread, ending))),
    }
  }
  // Keep the prototype: an operator's list may be an instance of a class.
  return Object.assign(Object.create(adapter) as CloudThreads, {
    ...(rename && {
      rename: async (thread: string, title: string, signal: AbortSignal) =>
        void (await begin(
          { type: 'rename', thread, title },
          signal,
        )((ending) => rename(thread, title, ending))),
    }),
    ...kept('archive'),
    ...kept('unarchive'),
    ...kept('delete'),
  })
}
