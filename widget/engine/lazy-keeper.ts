import type { Keeper, KeeperSettings } from './keeper.ts'

/** A keeper that is loaded when something is to be kept. */
export function createLazyKeeper(settings: KeeperSettings): Keeper {
  let loading: Promise<Keeper> | undefined
  const load = () => {
    loading ??= import('./history-keeper.ts').then(
      ({ createHistoryKeeper }) => createHistoryKeeper(settings),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    ensureThread: async (signal) => (await load()).ensureThread(signal),
    async save(...args) {
      try {
        await (await load()).save(...args)
      } catch (error) {
        settings.onFailure('save', error)
      }
    },
  }
}
