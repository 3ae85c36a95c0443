import { useSetAtom, useStore } from 'jotai/react'
import { useCallback } from 'react'
import { loadOlderAtom, olderStateAtom } from '../../state/thread.ts'

/** Loads the page before the oldest loaded message, when there is one and none is on its way. */
export function useAskOlder(): () => void {
  const store = useStore()
  const loadOlder = useSetAtom(loadOlderAtom)
  return useCallback(() => {
    if (store.get(olderStateAtom) === 'more') void loadOlder()
  }, [store, loadOlder])
}
