import type { ComponentType } from 'react'

/** Fetches the bar of notices after the first paint: nothing has failed by then. */
export async function loadNoticeBar(): Promise<{ default: ComponentType }> {
  try {
    const { NoticeBar } = await import('./notice-bar.tsx')
    return { default: NoticeBar }
  } catch {
    return { default: () => null }
  }
}
