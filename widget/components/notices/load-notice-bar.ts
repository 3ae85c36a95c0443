import { loadComponent } from '../../ui/load-component.ts'

/** Fetches the bar of notices after the first paint: nothing has failed by then. */
export const loadNoticeBar = () =>
  loadComponent(async () => (await import('./notice-bar.tsx')).NoticeBar)
