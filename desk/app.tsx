import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import { Announcer } from '../widget/ui/announcer.tsx'
import { I18nContext } from './i18n/i18n.tsx'
import type { DeskI18n } from './i18n/i18n.tsx'
import { ArrivalContext } from './session/arrival-context.tsx'
import type { Arrival } from './session/sign-in.ts'
import { PageArrivalProvider } from './ui/page-arrival.tsx'

export interface AppProps {
  i18n: DeskI18n
  client: QueryClient
  router: AnyRouter
  arrival: Arrival
}

/** All that surrounds the pages. */
export function App({ i18n, client, router, arrival }: AppProps) {
  return (
    <I18nContext value={i18n}>
      <QueryClientProvider client={client}>
        <Announcer>
          <ArrivalContext value={arrival}>
            <PageArrivalProvider>
              <RouterProvider router={router} />
            </PageArrivalProvider>
          </ArrivalContext>
        </Announcer>
      </QueryClientProvider>
    </I18nContext>
  )
}
