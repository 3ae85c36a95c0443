import type { PreviewState } from '../../shared/wire/frame-config.ts'
import '../ui/buttons.css'
import './preview-line.css'

type State = PreviewState['state']

/**
 * Texts for colleagues who follow a link of the desk, whose language is English. Visitors never see them. `endsAt` is a
 * time of day, with the day if that is another one.
 */
const TEXTS = {
  draft: (endsAt) => `Preview of the draft, until ${endsAt}`,
  published: () => 'There is no draft yet: this is what is published.',
  fault: (_endsAt, fault) => `The draft cannot be shown. ${fault}`,
  over: () => 'The preview has ended. This is the chat as it is live.',
  gone: () => 'The draft was published or discarded. This is the chat as it is live.',
  invalid: () => 'This link to a preview is not valid. This is the chat as it is live.',
} as const satisfies Record<State, (endsAt: string, fault: string) => string>

/** Text once the time of an open preview is over. */
const ENDED_MEANWHILE = 'The preview has ended.'

export interface PreviewLineParts {
  readonly document: Document
  readonly preview: PreviewState
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The person leaves the preview. */
  readonly onLeave: () => void
}

/** Shows above the messages that this is a preview, or that it has ended. */
export function drawPreviewLine({ document, preview, now, onLeave }: PreviewLineParts): void {
  const { state, fault = '', canLeave, endsAt } = preview
  // Beside the controls it is plain what the chat shows.
  if (state === 'draft' && !canLeave) return
  const line = document.createElement('div')
  line.className = 'banner preview-line'
  line.role = 'status'
  line.lang = 'en'
  line.dir = 'auto'
  line.dataset['state'] = state
  line.translate = false
  const text = document.createElement('span')
  text.textContent = TEXTS[state](endsAt === undefined ? '' : clockTime(endsAt, now()), fault)
  line.append(text)
  if (canLeave) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'text-button'
    button.textContent = endsAt === undefined ? 'Close' : 'Leave the preview'
    button.addEventListener('click', onLeave)
    line.append(button)
  }
  document.querySelector('.main')?.prepend(line)
  if (endsAt === undefined) return
  setTimeout(() => (text.textContent = ENDED_MEANWHILE), Math.max(0, Date.parse(endsAt) - now()))
}

/** Time of day in the person's zone; with the weekday if it is not today. */
function clockTime(at: string, now: number): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return date.toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday ? {} : { weekday: 'long' }),
  })
}
