import { CircleAlert, KeyRound, ShieldCheck, Smartphone } from 'lucide-react'
import type { Interrupt } from '../../../../shared/thread/interrupt.ts'
import type { ToolCallPart } from '../../../../shared/thread/message.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { wordsOfToolName } from '../describe-tool.ts'
import { ConnectAccount, DeviceCode } from './interrupt-ways.tsx'
import { DecisionButton, DecisionCard, useDecision } from './decision-card.tsx'
import { formatCountdown, useCountdown } from '../../failures/countdown.tsx'
import { ToolSentence } from '../tool-sentence.tsx'
import { useAnnounceOnce } from '../../../ui/use-announce-once.tsx'

export interface InterruptCardProps {
  part: ToolCallPart
  interrupt: Interrupt
  isLive: boolean
}

type Way = 'connect' | 'push' | 'device' | Exclude<Interrupt['kind'], 'token-vault' | 'pending'>

const TITLES = {
  connect: 'interrupt.connectTitle',
  push: 'interrupt.pushTitle',
  device: 'interrupt.deviceTitle',
  'access-denied': 'interrupt.deniedTitle',
  'no-push-notifications': 'interrupt.noPushTitle',
  'request-expired': 'interrupt.expiredTitle',
  'polling-error': 'interrupt.pollingTitle',
  'invalid-grant': 'interrupt.pollingTitle',
} as const satisfies Record<Way, string>

const ICONS = { connect: KeyRound, push: Smartphone, device: ShieldCheck } as const

/** Requirement of an identity provider before a tool may continue, in our own words. */
export function InterruptCard({ part, interrupt, isLive }: InterruptCardProps) {
  const { t } = useI18n()
  const { isMade, decide } = useDecision(part.toolCallId)
  const way = wayOf(interrupt)
  const isPlanned = way === 'connect' || way === 'push' || way === 'device'
  const Sign = isPlanned ? ICONS[way] : CircleAlert
  useAnnounceOnce(t('interrupt.announce', { tool: wordsOfToolName(part.toolName) }), isLive)

  return (
    <DecisionCard
      icon={<Sign />}
      title={<ToolSentence toolName={part.toolName} say={(_, tool) => t(TITLES[way], { tool })} />}
      actions={
        <DecisionButton isMain isDisabled={isMade} onClick={() => decide({ type: 'interrupt' })}>
          {isPlanned ? t('interrupt.done') : t('action.tryAgain')}
        </DecisionButton>
      }
    >
      <WayText way={way} part={part} interrupt={interrupt} />
      {isPlanned && <Expiry seconds={interrupt.expiresIn} />}
    </DecisionCard>
  )
}

function wayOf({ kind, flow }: Interrupt): Way {
  switch (kind) {
    case 'token-vault':
      return 'connect'
    case 'pending':
      return flow === 'device' ? 'device' : 'push'
    case 'access-denied':
    case 'no-push-notifications':
    case 'request-expired':
    case 'polling-error':
    case 'invalid-grant':
      return kind
    default:
      return kind satisfies never
  }
}

function WayText({ way, part, interrupt }: { way: Way } & Omit<InterruptCardProps, 'isLive'>) {
  const { t } = useI18n()
  switch (way) {
    case 'connect':
      return <ConnectAccount interrupt={interrupt} />
    case 'device':
      return <DeviceCode interrupt={interrupt} />
    case 'push':
      return <p>{t('interrupt.pushHint', { tool: wordsOfToolName(part.toolName) })}</p>
    case 'access-denied':
      return <p>{t('interrupt.denied')}</p>
    case 'no-push-notifications':
      return <p>{t('interrupt.noPush')}</p>
    case 'request-expired':
      return <p>{t('interrupt.expired')}</p>
    case 'polling-error':
      return <p>{t('interrupt.polling')}</p>
    case 'invalid-grant':
      return <p>{t('interrupt.grant')}</p>
    default:
      return way satisfies never
  }
}

function Expiry({ seconds }: { seconds: number | undefined }) {
  const { t, locale } = useI18n()
  const left = useCountdown(seconds)
  if (left === null) return null
  return (
    <p className="decision-time" translate="no">
      {left === 0
        ? t('interrupt.expired')
        : t('interrupt.expires', { time: formatCountdown(locale, left) })}
    </p>
  )
}
