import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { useEffect, useState } from 'react'
import { TRANSCRIPT_MEDIA_TYPES, type TranscriptFormat } from '../../shared/bridge/transcript.ts'
import {
  finishMenuDialogAtom,
  openMenuDialogAtom,
  transcriptWishAtom,
  wishTranscriptAtom,
} from '../world/menu-dialog.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { drawTranscript, readTranscript, writeTranscript } from './read-transcript.ts'
import { useTranscriptWords } from './transcript-words.tsx'

/** Saves the shown conversation as a file. */
export function TranscriptDialog() {
  const { t } = useI18n()
  const store = useStore()
  const words = useTranscriptWords()
  const open = useSetAtom(openMenuDialogAtom)
  const finish = useSetAtom(finishMenuDialogAtom)
  const [state, setState] = useState<'asking' | 'reading' | 'failed'>('asking')

  async function save(format: TranscriptFormat): Promise<void> {
    if (state === 'reading') return
    setState('reading')
    try {
      const transcript = await readTranscript(store)
      download(writeTranscript(format, transcript, words), format)
      finish()
    } catch {
      setState('failed')
    }
  }

  return (
    <Dialog
      title={t('menu.transcript')}
      description={t('transcript.hint')}
      closeLabel={t('action.close')}
      onClose={() => open(null)}
    >
      <div className="menu-formats" aria-busy={state === 'reading'}>
        <button type="button" className="outline-button" onClick={() => void save('md')}>
          {t('transcript.text')}
        </button>
        <button type="button" className="outline-button" onClick={() => void save('html')}>
          {t('transcript.page')}
        </button>
        <button type="button" className="outline-button" onClick={() => void save('json')}>
          {t('transcript.data')}
        </button>
      </div>
      <p role="status" className="menu-failure">
        {state === 'reading' && t('transcript.reading')}
        {state === 'failed' && t('transcript.failed')}
      </p>
    </Dialog>
  )
}

function download(text: string, format: TranscriptFormat): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: TRANSCRIPT_MEDIA_TYPES[format] }))
  link.download = `chat-${new Date().toISOString().slice(0, 10)}.${format}`
  link.click()
  // By this time the browser has begun to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS)
}

const REVOKE_AFTER_MS = 60_000

/** Writes a transcript for a page that reads the conversation. Renders nothing. */
export function TranscriptWriter() {
  const store = useStore()
  const words = useTranscriptWords()
  const wish = useAtomValue(transcriptWishAtom)
  const wishTranscript = useSetAtom(wishTranscriptAtom)

  useEffect(() => {
    if (!wish) return
    const { format, onRead, onFail } = wish
    wishTranscript(null)
    readTranscript(store)
      .then((transcript) => onRead(writeTranscript(format, transcript, words)))
      .catch(onFail)
  }, [wish, wishTranscript, store, words])

  return null
}

/** Prints the whole conversation: the screen shows a part of it, in a box that scrolls. */
export function usePrint(): () => void {
  const store = useStore()
  const words = useTranscriptWords()
  const open = useSetAtom(openMenuDialogAtom)

  async function print(): Promise<void> {
    const transcript = await readTranscript(store)
    const sheet = document.createElement('div')
    sheet.className = 'print-sheet'
    sheet.lang = words.locale
    const title = document.createElement('h1')
    title.textContent = transcript.title ?? words.title
    sheet.append(title, ...drawTranscript(transcript, words).childNodes)
    document.body.append(sheet)
    let isPrinting = false
    window.addEventListener('beforeprint', () => (isPrinting = true), { once: true })
    // Some browsers print only after this code has finished.
    window.addEventListener('afterprint', () => sheet.remove(), { once: true })
    window.print()
    if (isPrinting) return
    // A loader of an older version does not let its frame print.
    sheet.remove()
    open({ name: 'transcript' })
  }

  return () => void print().catch(() => open({ name: 'transcript' }))
}
