import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ExtractAtomValue } from 'jotai/vanilla'
import { useEffect, useMemo } from 'react'
import { connectionAtom } from '../world/connection.ts'
import { searchThreadsAtom, threadSearchAtom } from './atoms/thread-search.ts'
import { useAnnounce } from '../ui/announcer.tsx'
import { ListMessage } from './list-state.tsx'
import type { Translate } from '../i18n/create-translate.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { ThreadRows, type ShownThread, type ThreadRowsProps } from './thread-rows.tsx'

/** Delay of the announcement after typing, so that typed characters are spoken first. */
export const COUNT_ANNOUNCE_MS = 1000

type SearchState = ExtractAtomValue<typeof threadSearchAtom>

export interface SearchResultsProps extends Pick<ThreadRowsProps, 'onOpen' | 'onEmptied'> {
  query: string
  onClear: () => void
}

/** The threads that a search found, best first, and their number. */
export function SearchResults({ query, onClear, onOpen, onEmptied }: SearchResultsProps) {
  const { t } = useI18n()
  const search = useAtomValue(threadSearchAtom)
  const { results, status } = search
  const label = t('threads.results')
  const groups = useMemo(() => {
    const threads = results.map(toShown)
    return threads.length === 0 ? [] : [{ key: 'found', label, isLabelShown: false, threads }]
  }, [results, label])
  useCountAnnouncement(query, search)

  return (
    <div className="thread-results" data-status={status}>
      <p className="thread-count">{countText(t, search)}</p>
      <ThreadRows groups={groups} onOpen={onOpen} onEmptied={onEmptied} />
      {status === 'done' && results.length === 0 && (
        <ListMessage
          text={t('threads.noneFoundFor', { query })}
          action={t('threads.clear')}
          onAction={onClear}
        />
      )}
      {status === 'failed' && <SearchFailed query={query} />}
    </div>
  )
}

function SearchFailed({ query }: { query: string }) {
  const { t } = useI18n()
  const isOffline = useAtomValue(connectionAtom) === 'offline'
  const search = useSetAtom(searchThreadsAtom)
  return (
    <ListMessage
      text={t(isOffline ? 'threads.searchOffline' : 'threads.searchFailed')}
      action={t('action.tryAgain')}
      onAction={() => void search(query.trim())}
    />
  )
}

function useCountAnnouncement(query: string, { query: asked, status, results }: SearchState): void {
  const { t } = useI18n()
  const announce = useAnnounce()
  const count = results.length

  useEffect(() => {
    if (status !== 'done' || query.trim() !== asked) return
    const timer = setTimeout(() => announce(spokenCount(t, count)), COUNT_ANNOUNCE_MS)
    return () => clearTimeout(timer)
  }, [announce, asked, count, query, status, t])
}

function countText(t: Translate, { status, results }: SearchState): string {
  if (status === 'searching' && results.length === 0) return t('threads.searching')
  if (status === 'failed' || status === 'idle') return ''
  return spokenCount(t, results.length)
}

const spokenCount = (t: Translate, count: number): string =>
  count === 0 ? t('threads.noneFound') : t('threads.found', { n: count })

const toShown = ({
  item,
  text,
  ranges,
  messageId,
}: SearchState['results'][number]): ShownThread => ({
  item,
  match: { messageId, text, ranges },
})
