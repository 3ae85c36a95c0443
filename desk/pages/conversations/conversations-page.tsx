import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { conversationsQuery, LIST_REFRESH_MS, newsQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { CommandLine } from '../../ui/command-line.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConversationList } from './conversation-list.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import { readFilters, toQuery } from './filters.ts'
import type { ListFilters } from './filters.ts'
import { joinPages, newestPlace, refreshRows } from './merge-news.ts'
import './conversations-page.css'

/** A list with filters that found nothing looks again after this time. */
const FILTERED_REFRESH_MS = 60_000

/** The conversations of a project: filters, search and list. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName, session, may } = usePage()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const filters = useMemo(() => readFilters(search), [search])
  const query = useMemo(() => toQuery(filters, session.timeZone), [filters, session.timeZone])

  const choose = (chosen: ListFilters, isTyping = false) =>
    void navigate({ to: '.', search: chosen, replace: isTyping })

  return (
    <>
      <PageHeader title={t('nav.conversations')} project={projectName}>
        {may('owner') && <ExportMenu project={project} query={query} />}
      </PageHeader>
      <FilterBar project={project} filters={filters} onChange={choose} />
      <FoundConversations
        key={JSON.stringify([project, query])}
        query={query}
        isFiltered={Object.keys(filters).length > 0}
      />
    </>
  )
}

interface FoundConversationsProps {
  query: ReturnType<typeof toQuery>
  isFiltered: boolean
}

function FoundConversations({ query, isFiltered }: FoundConversationsProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const client = useQueryClient()
  const found = useInfiniteQuery({
    ...conversationsQuery(project, query),
    // The list changes when the person asks for the news, not by itself.
    staleTime: Infinity,
    // An empty list has nothing to move: it fills by itself. To find nothing with filters, the server may read much.
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.conversations.length === 0 &&
      (isFiltered ? FILTERED_REFRESH_MS : LIST_REFRESH_MS),
  })
  const loaded = useMemo(() => joinPages(found.data?.pages ?? []), [found.data])
  const news = useQuery(newsQuery(project, query, newestPlace(loaded)))
  const newer = news.data?.conversations ?? NONE
  const rows = useMemo(() => refreshRows(loaded, newer), [loaded, newer])
  useResultWords(found.isSuccess, rows.length, found.hasNextPage)
  useNewsWords(newer.length)

  async function showNews(): Promise<void> {
    document.getElementById('page')?.scrollTo({ top: 0 })
    await client.resetQueries({ queryKey: conversationsQuery(project, query).queryKey })
  }

  if (found.isPending) return <Skeleton rows={8} rowSize={3.5} />
  if (found.isError && rows.length === 0) {
    return (
      <div className="page-body">
        <CallFailureCard error={found.error} onRetry={() => void found.refetch()} />
      </div>
    )
  }
  return (
    <>
      {found.data?.pages[0]?.isIndexing && <p className="list-note">{t('list.indexing')}</p>}
      {newer.length > 0 && (
        <div className="list-news">
          <button
            type="button"
            className="solid-button"
            aria-label={t('list.newsHint', { n: newer.length })}
            onClick={() => void showNews()}
          >
            <ArrowUp aria-hidden="true" />
            {t('list.news', { n: newer.length })}
          </button>
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? 'list.noneFound' : 'list.none')}
          hint={t(isFiltered ? 'list.noneFoundHint' : 'list.noneHint')}
        >
          {!isFiltered && <CommandLine args="desk seed --project try" />}
        </EmptyState>
      ) : (
        <ConversationList
          rows={rows}
          hasMore={found.hasNextPage}
          isLoadingMore={found.isFetchingNextPage}
          failure={found.isFetchNextPageError ? found.error : null}
          onMore={() => void found.fetchNextPage()}
        />
      )}
    </>
  )
}

const NONE: readonly never[] = []

/** Says how many conversations were found, once for each search. */
function useResultWords(isLoaded: boolean, count: number, isMore: boolean): void {
  const { t } = useI18n()
  const announce = useAnnounce()
  const say = useEffectEvent(() => {
    if (count === 0) announce(t('list.noneFound'))
    else announce(isMore ? t('list.foundMore', { n: count }) : t('list.found', { n: count }))
  })
  useEffect(() => {
    if (isLoaded) say()
  }, [isLoaded])
}

function useNewsWords(count: number): void {
  const { t } = useI18n()
  const announce = useAnnounce()
  const say = useEffectEvent(() => announce(t('list.newsSaid', { n: count })))
  const isSome = count > 0
  useEffect(() => {
    if (isSome) say()
  }, [isSome])
}
