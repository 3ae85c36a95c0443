import type { QueryClient } from '@tanstack/react-query'
import { conversationsQuery } from './api/queries.ts'
import { readFilters, toQuery } from './pages/conversations/filters.ts'

/** The list of a project whose id is written as it is. */
const LIST_PATH = /^\/desk\/([\w.~-]+)\/conversations$/

/**
 * Asks for the list of conversations while its page loads, if the address is that of the list. With days in the filters the list waits
 * for the session, which knows the time zone.
 */
export function warmList(client: QueryClient, { pathname, search }: Location): void {
  const [, project] = LIST_PATH.exec(pathname) ?? []
  if (project === undefined) return
  const filters = readFilters(Object.fromEntries(new URLSearchParams(search)))
  if (filters.from !== undefined || filters.to !== undefined) return
  void client.prefetchInfiniteQuery(conversationsQuery(project, toQuery(filters, 'UTC')))
}
