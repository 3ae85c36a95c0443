import type { ComponentType } from 'react'
import { loadComponent } from '../../ui/load-component.ts'
import type { ThreadListPaneProps } from './thread-list-pane.tsx'

const fetchPane = () => import('./thread-list-pane.tsx')

/** Fetches the list when somebody wants it; `standIn` offers them to try again. */
export async function loadThreadListPane(
  standIn: ComponentType<ThreadListPaneProps>,
): Promise<{ default: ComponentType<ThreadListPaneProps> }> {
  const pane = await fetchPane().catch(() => null)
  return { default: pane?.ThreadListPane ?? standIn }
}

/** For a pointer that is on its way to the button. */
export const warmThreadList = (): void => void fetchPane().catch(() => {})

/** Fetches what is needed while the list is not shown: after the first paint. */
export const loadThreadListKeeper = () =>
  loadComponent(async () => (await import('./thread-list-keeper.tsx')).ThreadListKeeper)
