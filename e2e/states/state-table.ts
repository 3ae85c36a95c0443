import * as answer from './answer-scenes.ts'
import * as citation from './citation-scenes.ts'
import * as composer from './composer-scenes.ts'
import * as failure from './failure-scenes.ts'
import * as launcher from './launcher-scenes.ts'
import * as list from './list-scenes.ts'
import * as log from './log-scenes.ts'
import * as message from './message-scenes.ts'
import type { Refusal, Scene, ScreenState } from './screen-state.ts'
import * as tool from './tool-scenes.ts'
import * as frame from './window-scenes.ts'

type Row = readonly [
  number: number,
  name: string,
  scene: Scene | Refusal,
  how?: { readonly view?: string; readonly isStarred?: true },
]

const STAR = { isStarred: true } as const
const view = (words: string, more: { readonly isStarred?: true } = {}) => ({ view: words, ...more })
const refusedBy = (page: string): Refusal => ({ refusedBy: `docs/decisions/${page}.md` })

const ROWS: readonly Row[] = [
  [1, 'launcher idle', launcher.launcherIdle, STAR],
  [2, 'launcher hover/focus', launcher.launcherHovered, view('hover')],
  [2, 'launcher hover/focus', launcher.launcherFocused, view('focus')],
  [3, 'launcher unread', launcher.launcherUnread],
  [4, 'launcher open state', launcher.launcherOpen],
  [5, 'launcher with text pill', refusedBy('0047-states-that-are-not-there')],
  [6, 'teaser card', launcher.teaser],
  [7, 'panel shell loading (cold frame)', launcher.coldPanel],
  [8, 'empty state', launcher.emptyChat, STAR],
  [9, 'empty state with 4 long suggestions', launcher.longSuggestions],
  [10, 'composer focused', composer.composerFocused],
  [11, 'composer 8 lines', composer.eightLines],
  [12, 'composer over limit', composer.overLimit],
  [13, 'composer with 3 attachments', composer.threeFiles, STAR],
  [13, 'composer with 3 attachments', composer.lostFile, view('one is lost', STAR)],
  [14, 'drop zone active', composer.dropZone],
  [15, 'slash/mention menu', refusedBy('0045-what-a-composer-leaves-out')],
  [16, 'pending dot before the first token', answer.pendingDot],
  [17, 'streaming paragraph with caret', answer.streamingParagraph],
  [18, 'streaming inside list', answer.streamingList],
  [19, 'streaming code block unclosed', answer.streamingCode],
  [20, 'streaming table half row', answer.streamingTable],
  [21, 'finished rich markdown', answer.richStart, view('start', STAR)],
  [21, 'finished rich markdown', answer.richMiddle, view('middle', STAR)],
  [21, 'finished rich markdown', answer.richEnd, view('end', STAR)],
  [21, 'finished rich markdown', message.linkAsked, view('link asked', STAR)],
  [21, 'finished rich markdown', message.longLinkAsked, view('long link asked', STAR)],
  [22, 'long code + sticky header + wrap on', answer.longCode],
  [23, 'wide table scrolled', answer.wideTable, STAR],
  [24, 'math + mermaid fallback', answer.mathAndDiagram],
  [25, 'image answer + broken image', answer.images],
  [25, 'image answer + broken image', answer.enlargedImage, view('enlarged')],
  [26, 'reasoning running', answer.reasoningRuns],
  [27, 'reasoning done collapsed', answer.reasoningFolded],
  [28, 'reasoning expanded', answer.reasoningOpen],
  [29, 'tool states matrix', tool.toolStates],
  [30, 'approval card', tool.approvalCard, STAR],
  [31, 'grouped tools', tool.groupedTools],
  [31, 'grouped tools', tool.openGroup, view('open')],
  [32, 'sources chips + popover open', tool.sources],
  [32, 'sources chips + popover open', citation.cited, view('cited pages', STAR)],
  [32, 'sources chips + popover open', citation.passageOpen, view('passage', STAR)],
  [32, 'sources chips + popover open', citation.pdfPageOpen, view('page of a PDF', STAR)],
  [32, 'sources chips + popover open', citation.nothingFound, view('nothing found', STAR)],
  [33, 'action bar hover/focus', message.actionsHovered, view('hover')],
  [33, 'action bar hover/focus', message.actionsFocused, view('focus')],
  [34, 'copied state', message.copied],
  [35, 'feedback given + reasons', message.feedbackReasons],
  [36, 'branch picker 2/3', message.branchPicker, STAR],
  [37, 'edit in place', message.editInPlace, STAR],
  [37, 'edit in place', message.editWithFiles, view('with files')],
  [38, 'stopped answer', failure.stopped],
  [39, 'run error card', failure.runError, STAR],
  [40, 'send failed turn', failure.sendFailed],
  [41, 'rate limited countdown', failure.rateLimited],
  [42, 'offline banner + queued message', failure.offlineQueued, STAR],
  [43, 'reconnecting header', failure.reconnecting],
  [44, 'queued messages list', failure.queuedMessages],
  [45, '“Latest” button with dot', log.latestButton],
  [46, 'unread divider + day separators', log.unreadDivider],
  [47, 'thread list grouped', list.grouped, STAR],
  [48, 'thread list search results / none', list.found, view('results')],
  [48, 'thread list search results / none', list.noneFound, view('none')],
  [49, 'thread rename inline', list.renamed],
  [50, 'thread menu open', list.rowMenu],
  [51, 'archive undo toast', list.archived],
  [52, 'delete dialog', list.deletion, STAR],
  [53, 'history skeleton', log.historySkeleton],
  [54, 'mobile sheet 390×844 with keyboard height', frame.sheetWithKeyboard, STAR],
  [55, 'landscape 844×390', frame.landscape],
  [56, 'expanded split view 720', frame.splitView],
  [56, 'expanded split view 720', frame.spacedText, view('text spacing')],
  [56, 'expanded split view 720', frame.doubledText, view('200 % text')],
]

/** The screen states that have to look right, by number. */
export const SCREEN_STATES: readonly ScreenState[] = ROWS.map(
  ([number, name, scene, how = {}]) => ({ number, name, scene, ...how }),
)

/** A name for files and tests: `21-finished-rich-markdown-start`. */
export const slugOf = ({ number, name, view: shown = '' }: ScreenState): string =>
  `${String(number).padStart(2, '0')} ${name} ${shown}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
