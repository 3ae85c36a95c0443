import { Ellipsis } from 'lucide-react'
import { memo, useId, type MouseEvent } from 'react'
import { markInvisible } from '../../shared/mark-invisible.ts'
import type { ThreadListItem } from './atoms/thread-list-item.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { DescribeWhen } from './use-when.tsx'
import { RenameField } from './rename-field.tsx'

/** A search's match in a thread. */
export interface ThreadMatch {
  /** Row of the message with the text; `null`: the text is the thread's title. */
  readonly messageId: string | null
  readonly text: string
  readonly ranges: readonly (readonly [number, number])[]
}

export interface RowHandlers {
  /** @param messageId row of the message to show in it. */
  readonly onOpen: (item: ThreadListItem, messageId?: string | null) => void
  readonly onMenu: (item: ThreadListItem, trigger: HTMLElement) => void
  readonly onRenamed: (item: ThreadListItem, name: string | null, how: 'key' | 'blur') => void
}

export interface ThreadRowProps {
  item: ThreadListItem
  /** Shown name, also for a thread without a title. */
  title: string
  /** True for the shown thread. */
  isCurrent: boolean
  /** True for the one row that the Tab key reaches. */
  isTabStop: boolean
  mode: 'plain' | 'menu' | 'rename'
  /** True if threads cannot be changed. */
  isReadOnly: boolean
  match?: ThreadMatch | undefined
  whenOf: DescribeWhen
  /** True if the row shows the last message. */
  hasText: boolean
  handlers: RowHandlers
}

/** A thread: a press opens it, and a menu has the other actions. */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { item, title, isCurrent, isTabStop, mode, isReadOnly, match, whenOf, hasText, handlers } =
    props
  const { t } = useI18n()
  const tabIndex = isTabStop ? 0 : -1
  const detailsId = useId()
  const when = whenOf(item.lastMessageAt)
  const text = hasText && !match && item.lastText ? markInvisible(item.lastText) : null
  const details = [when?.exact, text].filter(Boolean).join('. ') || undefined

  function handleContextMenu(event: MouseEvent<HTMLElement>): void {
    if (isReadOnly || mode === 'rename') return
    const more = event.currentTarget.querySelector<HTMLElement>('.thread-more')
    if (!more) return
    event.preventDefault()
    handlers.onMenu(item, more)
  }

  if (mode === 'rename') {
    return (
      <li className="thread-row" data-thread-id={item.id} data-mode={mode}>
        <RenameField
          name={item.title ?? ''}
          onEnd={(name, how) => handlers.onRenamed(item, name, how)}
        />
      </li>
    )
  }
  return (
    <li
      className="thread-row"
      data-thread-id={item.id}
      data-current={isCurrent || undefined}
      data-unread={item.isUnread || undefined}
      onContextMenu={handleContextMenu}
    >
      <Tooltip text={title} isNeeded={isTitleCut}>
        <button
          type="button"
          className="thread-open"
          tabIndex={tabIndex}
          aria-current={isCurrent ? 'page' : undefined}
          aria-describedby={details && detailsId}
          onClick={() => handlers.onOpen(item, match?.messageId)}
        >
          <RowText {...{ item, title, match, when, text }} />
          <ThreadMarks item={item} isFound={match !== undefined} />
        </button>
      </Tooltip>
      {/* Outside of the name: screen readers hear the name first when walking the list. */}
      {details && (
        <span id={detailsId} hidden>
          {details}
        </span>
      )}
      {!isReadOnly && (
        <button
          type="button"
          className="icon-button thread-more"
          tabIndex={tabIndex}
          aria-label={t('threads.menu', { title })}
          aria-haspopup="menu"
          aria-expanded={mode === 'menu'}
          onClick={(event) => handlers.onMenu(item, event.currentTarget)}
        >
          <Ellipsis />
        </button>
      )}
    </li>
  )
}, isSameRow)

interface RowTextProps extends Pick<ThreadRowProps, 'item' | 'title' | 'match'> {
  when: ReturnType<DescribeWhen>
  /** The last message. */
  text: string | null
}

/** Name and time; below, the last message or a match. */
function RowText({ item, title, match, when, text }: RowTextProps) {
  return (
    <>
      <span className="thread-title" dir="auto">
        {match?.messageId === null ? <HighlightedText {...match} /> : title}
      </span>
      {when && (
        <time className="thread-time" dateTime={item.lastMessageAt} title={when.exact} aria-hidden>
          {when.short}
        </time>
      )}
      {text !== null && (
        <span className="thread-snippet" dir="auto" data-line aria-hidden>
          {text}
        </span>
      )}
      {match && match.messageId !== null && (
        <span className="thread-snippet" dir="auto">
          <HighlightedText {...match} />
        </span>
      )}
    </>
  )
}

/** State of the thread, by shape and by text. */
function ThreadMarks({ item, isFound }: { item: ThreadListItem; isFound: boolean }) {
  const { t } = useI18n()
  return (
    <>
      {item.isRunning && (
        <>
          <span className="thread-mark" data-mark="running" aria-hidden />
          <VisuallyHidden>{t('threads.running')}</VisuallyHidden>
        </>
      )}
      {item.isUnread && !item.isRunning && (
        <>
          <span className="thread-mark" data-mark="unread" aria-hidden />
          <VisuallyHidden>{t('threads.unread')}</VisuallyHidden>
        </>
      )}
      {isFound && item.status === 'archived' && (
        <span className="thread-archived">{t('threads.archivedMark')}</span>
      )}
    </>
  )
}

function isTitleCut(row: Element): boolean {
  const title = row.querySelector('.thread-title')
  return title !== null && title.scrollWidth > title.clientWidth
}

/** Compares contents, because a list that was read again has new objects for the same threads. */
function isSameRow(before: ThreadRowProps, after: ThreadRowProps): boolean {
  const { item, ...props } = before
  const { item: nextItem, ...nextProps } = after
  return isShallowEqual(item, nextItem) && isShallowEqual(props, nextProps)
}

function isShallowEqual<Value extends object>(before: Value, after: Value): boolean {
  const keys = Object.keys(after) as (keyof Value)[]
  return (
    keys.length === Object.keys(before).length &&
    keys.every((key) => Object.is(before[key], after[key]))
  )
}

interface HighlightedTextProps {
  text: string
  /** Start and end of each match, in UTF-16 units. */
  ranges: readonly (readonly [number, number])[]
}

/** A text with marked matches. */
export function HighlightedText({ text, ranges }: HighlightedTextProps) {
  return splitText(text, ranges).map((piece, index) =>
    piece.isHit ? (
      <mark key={index}>{markInvisible(piece.text)}</mark>
    ) : (
      <span key={index}>{markInvisible(piece.text)}</span>
    ),
  )
}

interface Piece {
  readonly text: string
  readonly isHit: boolean
}

/** Splits a text at its matches. Ranges that overlap or exceed the text are harmless. */
function splitText(text: string, ranges: HighlightedTextProps['ranges']): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const add = (from: number, to: number, isHit: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), isHit })
  }
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const start = Math.max(from, end)
    if (to <= start) continue
    add(end, start, false)
    add(start, to, true)
    end = Math.min(to, text.length)
  }
  add(end, text.length, false)
  return pieces
}
