import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'
import { sessionQuery } from './queries.ts'

const RETRIES = 1

/** Another try may help only if there was no answer. */
const mayHelp = (error: unknown): boolean => error instanceof CallError && error.type === 'offline'

/** Keeps answers of the server; a call that finds the session ended empties all of them. */
export function createQueryClient(): QueryClient {
  function handleError(error: unknown): void {
    if (!(error instanceof CallError) || error.type !== 'signed-out') return
    client.setQueryData(sessionQuery.queryKey, null)
    // The next person at this device must not see them.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'projects' })
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: handleError }),
    mutationCache: new MutationCache({ onError: handleError }),
    defaultOptions: {
      queries: {
        retry: (count, error) => count < RETRIES && mayHelp(error),
        staleTime: 10_000,
        refetchOnWindowFocus: true,
      },
    },
  })
  return client
}
