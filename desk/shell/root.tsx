import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { sessionQuery } from '../api/queries.ts'
import { useState } from 'react'
import { useArrival } from '../session/arrival-context.tsx'
import { SessionProvider } from '../session/session-context.tsx'
import { SignInPage } from '../session/sign-in-page.tsx'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { CallFailureCard } from '../ui/call-failure-card.tsx'
import { NoProject } from './failure-pages.tsx'

/** The page of the address for a person who is signed in, else the sign-in, under the same address. */
export function Root() {
  const [arrival, setArrival] = useState(useArrival())
  const { data: session, isPending, error, refetch } = useQuery(sessionQuery)
  if (isPending) return <PageSkeleton />
  if (session === undefined)
    return (
      <main className="alone">
        <CallFailureCard error={error} onRetry={() => void refetch()} />
      </main>
    )
  if (session === null || arrival.type !== 'plain') {
    const mail = session?.person.mail ?? null
    return <SignInPage arrival={arrival} mail={mail} onDone={() => setArrival({ type: 'plain' })} />
  }
  return (
    <SessionProvider session={session}>
      {session.projects.length === 0 && !session.isServiceOwner ? <NoProject /> : <Outlet />}
    </SessionProvider>
  )
}
