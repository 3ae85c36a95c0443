import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import type { InferOutput } from 'valibot'
import { NOTICE_EVENTS } from '../../../shared/desk/notices.ts'
import type { deliveryList, HookDelivery, NoticeEvent } from '../../../shared/desk/notices.ts'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const TONES: Readonly<Partial<Record<HookDelivery['state'], string>>> = {
  due: 'warning',
  'gave-up': 'bad',
}

/** Deliveries of a webhook, the newest first. */
export function DeliveryLog({ hook }: { hook: string }) {
  const { t } = useI18n()
  const { project } = usePage()
  const log = useInfiniteQuery({
    queryKey: ['projects', project, 'notices', 'hooks', hook, 'deliveries'],
    initialPageParam: null as string | null,
    getNextPageParam: (page: InferOutput<typeof deliveryList>) => page.next,
    queryFn: ({ pageParam, signal }) =>
      call<InferOutput<typeof deliveryList>>(
        ['projects', project, 'notices', 'hooks', hook, 'deliveries'],
        { query: { after: pageParam }, signal },
      ),
  })
  const rows = log.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []
  if (log.isPending) return <Skeleton rows={3} rowSize={2.5} />
  return (
    <>
      {log.isSuccess && rows.length === 0 && <p className="notice-line">{t('notices.noLog')}</p>}
      <ul className="report-list">
        {rows.map((delivery) => (
          <li key={delivery.id} className="notice-delivery">
            <DeliveryItem delivery={delivery} />
          </li>
        ))}
      </ul>
      {log.isError && <CallFailureCard error={log.error} onRetry={() => void log.refetch()} />}
      {log.hasNextPage && (
        <button
          type="button"
          className="outline-button"
          aria-disabled={log.isFetchingNextPage || undefined}
          onClick={() => void log.fetchNextPage()}
        >
          {t('list.more')}
        </button>
      )}
    </>
  )
}

const isEvent = (name: string): name is NoticeEvent =>
  (NOTICE_EVENTS as readonly string[]).includes(name)

function DeliveryItem({ delivery }: { delivery: HookDelivery }) {
  const { t } = useI18n()
  const { format, project } = usePage()
  const client = useQueryClient()
  const { id, state, createdAt, nextAt, attempts, thread } = delivery
  const event = isEvent(delivery.event)
    ? t(`notices.event.${delivery.event}`)
    : t('notices.event.test')
  const time = format.dateTime(createdAt)
  const last = attempts.at(-1)
  const status = last?.status ?? null
  const problem = last?.problem ?? null
  const replay = useMutation({
    mutationFn: () =>
      call(['projects', project, 'notices', 'deliveries', id, 'replay'], { method: 'POST' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['projects', project, 'notices'] }),
  })
  return (
    <>
      <div className="notice-head">
        <span className="notice-event">{event}</span>
        <span className="report-chip" data-tone={TONES[state]}>
          {t(`notices.state.${state}`)}
        </span>
        <span className="notice-line">{time}</span>
      </div>
      <p className="notice-line">
        {t('notices.attempts', { n: attempts.length })}
        {status !== null && ` · ${t('notices.status', { status: String(status) })}`}
        {nextAt !== null && ` · ${t('notices.next', { time: format.dateTime(nextAt) })}`}
        {thread !== null && ' · '}
        {thread !== null && (
          <Link
            to="/$project/conversations/$thread"
            params={{ project, thread }}
            search={{}}
            className="report-link"
          >
            {t('notices.conversation')}
          </Link>
        )}
      </p>
      {problem !== null && (
        <p className="notice-line" data-tone="bad">
          <bdi>{problem}</bdi>
        </p>
      )}
      {state !== 'due' && (
        <button
          type="button"
          className="quiet-button notice-replay"
          aria-label={t('notices.replayOf', { event, time })}
          aria-disabled={replay.isPending || undefined}
          onClick={() => !replay.isPending && replay.mutate()}
        >
          <RotateCcw aria-hidden="true" />
          {t('notices.replay')}
        </button>
      )}
      {replay.error && <CallFailureCard error={replay.error} title={t('error.saveTitle')} />}
    </>
  )
}
