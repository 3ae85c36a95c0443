import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { ErrorCard } from '../../widget/ui/error-card.tsx'
import { CallError } from '../api/call.ts'
import { signInWaysQuery } from '../api/queries.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { CallFailureCard } from '../ui/call-failure-card.tsx'
import { CommandLine } from '../ui/command-line.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { enterOnce, leaveForProvider } from './sign-in.ts'
import type { Arrival } from './sign-in.ts'
import './sign-in-page.css'

interface Failure {
  readonly way: 'link' | 'openid'
  readonly error: unknown
}

export interface SignInPageProps {
  arrival: Arrival
  /** Mail of the person who is signed in already; null: nobody is. */
  mail: string | null
  /** The arrival is done with. */
  onDone: () => void
}

/** Signs in with the link or the provider's answer in the address, else says how to get a link. */
export function SignInPage({ arrival, mail, onDone }: SignInPageProps) {
  const { t } = useI18n()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: ways } = useQuery(signInWaysQuery)
  const provider = ways?.openId ?? null
  const entering = useMutation({
    mutationFn: enterOnce,
    async onSuccess(returnTo) {
      await client.invalidateQueries()
      onDone()
      if (returnTo !== null) {
        await navigate({ href: returnTo.replace(/^\/desk/, ''), replace: true })
      }
    },
  })
  const leaving = useMutation({ mutationFn: () => leaveForProvider(location) })
  const { mutate } = entering
  useEffect(() => {
    if (arrival.type !== 'plain') mutate(arrival)
  }, [arrival, mutate])
  const failure: Failure | null = leaving.isError
    ? { way: 'openid', error: leaving.error }
    : entering.isError
      ? { way: arrival.type === 'openid' ? 'openid' : 'link', error: entering.error }
      : null

  if (!window.isSecureContext) return <NeedsHttps />
  if (arrival.type !== 'plain' && failure === null) {
    return (
      <main className="alone sign-in">
        <PageHeader title={t('signIn.entering')} />
      </main>
    )
  }
  return (
    <main className="alone sign-in">
      <span className="sign-in-dot" aria-hidden="true" />
      <PageHeader title={t('signIn.title')} />
      {failure && <SignInFailure failure={failure} provider={provider} />}
      {mail !== null && (
        <button type="button" className="outline-button" onClick={onDone}>
          {t('signIn.goOn', { mail })}
        </button>
      )}
      {provider !== null && (
        <>
          <button type="button" className="solid-button" onClick={() => leaving.mutate()}>
            <KeyRound aria-hidden="true" />
            {t('signIn.openId', { name: provider })}
          </button>
          <p className="sign-in-or">{t('signIn.or')}</p>
        </>
      )}
      <p>{t('signIn.how')}</p>
      <CommandLine args="desk" />
      <p className="sign-in-hint">{t('signIn.once')}</p>
    </main>
  )
}

function SignInFailure({
  failure: { way, error },
  provider,
}: {
  failure: Failure
  provider: string | null
}) {
  const { t } = useI18n()
  const isRefused = error instanceof CallError && !['offline', 'late'].includes(error.type)
  if (way === 'link' && isRefused)
    return <ErrorCard title={t('signIn.linkUsed')} detail={t('signIn.linkUsedHint')} />
  if (way === 'openid' && isRefused) {
    const name = provider ?? t('signIn.provider')
    return <ErrorCard title={t('signIn.openIdFailed', { name })} detail={t('signIn.refusedHint')} />
  }
  return <CallFailureCard title={t('signIn.failed')} error={error} />
}

function NeedsHttps() {
  const { t } = useI18n()
  const address = `https://${location.host}${location.pathname}`
  return (
    <main className="alone sign-in">
      <PageHeader title={t('signIn.title')} />
      <ErrorCard title={t('signIn.needsHttps')} detail={t('signIn.needsHttpsHint', { address })} />
    </main>
  )
}
