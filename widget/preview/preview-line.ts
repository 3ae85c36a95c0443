import type { PreviewState } from '../../shared/wire/frame-config.ts'
import { createTranslate, type Translate } from '../i18n/create-translate.ts'
import type { Language } from '../i18n/locale-switch.ts'
import '../ui/buttons.css'
import './preview-line.css'

export interface PreviewLineParts {
  readonly document: Document
  readonly preview: PreviewState
  readonly language: Language
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The person leaves the preview. */
  readonly onLeave: () => void
}

export interface PreviewLine {
  /** Shows the line in another language. */
  translate(language: Language): void
}

/** Shows above the messages that this is a preview, or that it has ended. */
export function drawPreviewLine(parts: PreviewLineParts): PreviewLine {
  const { document, preview, now, onLeave } = parts
  const { state, canLeave, endsAt } = preview
  // Beside the controls it is plain what the chat shows.
  if (state === 'draft' && !canLeave) return { translate() {} }
  let { language } = parts
  let isOver = false
  const line = document.createElement('div')
  line.className = 'banner preview-line'
  line.role = 'status'
  line.dataset['state'] = state
  line.translate = false
  const text = document.createElement('span')
  line.append(text)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'text-button'
  button.addEventListener('click', onLeave)
  if (canLeave) line.append(button)

  function write(): void {
    const t = createTranslate(language.tag, language.catalog)
    text.textContent = isOver ? t('preview.ended') : textOf(preview, { t, tag: language.tag, now })
    button.textContent = t(endsAt === undefined ? 'action.close' : 'preview.leave')
  }

  write()
  document.querySelector('.main')?.prepend(line)
  if (endsAt !== undefined) {
    const end = () => {
      isOver = true
      write()
    }
    setTimeout(end, Math.max(0, Date.parse(endsAt) - now()))
  }
  return {
    translate(next) {
      language = next
      write()
    },
  }
}

interface Words {
  readonly t: Translate
  readonly tag: string
  readonly now: () => number
}

/** A draft's fault is in English, as the server found it. */
function textOf({ state, endsAt = '', fault = '' }: PreviewState, { t, tag, now }: Words): string {
  switch (state) {
    case 'draft':
      return t('preview.draft', { time: clockTime(tag, endsAt, now()) })
    case 'fault':
      return t('preview.fault', { fault })
    default:
      return t(`preview.${state}`)
  }
}

/** Time of day in the person's zone; with the weekday if it is not today. */
function clockTime(tag: string, at: string, now: number): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return date.toLocaleTimeString(tag, {
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday ? {} : { weekday: 'long' }),
  })
}
