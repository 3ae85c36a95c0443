import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import type { InferOutput } from 'valibot'
import type { caseImport } from '../../../shared/desk/cases.ts'
import { decodeText } from '../../../shared/decode-text.ts'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { Dialog } from '../../../widget/ui/dialog.tsx'
import { call } from '../../api/call.ts'
import { Problems } from '../../draft/field-frame.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { DialogButtons } from '../../ui/confirm-dialog.tsx'
import { casesKey } from './case-queries.ts'

type Imported = InferOutput<typeof caseImport>

/** A button with a form for a file of cases. */
export function ImportButton() {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="outline-button" onClick={() => setIsOpen(true)}>
        <Upload aria-hidden="true" />
        {t('cases.import')}
      </button>
      {isOpen && <ImportDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const { project } = usePage()
  const client = useQueryClient()
  const announce = useAnnounce()
  const errorId = useId()
  const [file, setFile] = useState<File>()
  /** Why the file cannot be sent. */
  const [unsendable, setUnsendable] = useState<'none' | 'no-text'>()
  const send = useMutation({
    mutationFn: (text: string) =>
      call<Imported>(['projects', project, 'cases', 'import'], { method: 'POST', body: { text } }),
    async onSuccess({ added, changed, problems }) {
      if (problems.length > 0) return
      announce(t('cases.imported', { added, changed }))
      await client.invalidateQueries({ queryKey: casesKey(project) })
      onClose()
    },
  })
  const problems = send.data?.problems ?? []

  async function handleSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (send.isPending) return
    const text = file && decodeText(new Uint8Array(await file.arrayBuffer()))
    setUnsendable(text !== undefined ? undefined : file ? 'no-text' : 'none')
    if (text === undefined) send.reset()
    else send.mutate(text)
  }

  return (
    <Dialog
      title={t('cases.importTitle')}
      description={t('cases.importHint')}
      closeLabel={t('act.close')}
      onClose={onClose}
    >
      <form className="import-form" onSubmit={(event) => void handleSubmit(event)}>
        <label className="field">
          {t('cases.importFile')}
          <input
            type="file"
            accept=".jsonl,.ndjson,.json,.txt"
            aria-describedby={unsendable && errorId}
            aria-invalid={unsendable ? true : undefined}
            onChange={({ target }) => {
              setFile(target.files?.[0])
              setUnsendable(undefined)
              send.reset()
            }}
          />
        </label>
        {unsendable && (
          <p id={errorId} className="field-error" role="alert">
            {t(unsendable === 'none' ? 'cases.importNoFile' : 'cases.importNoText')}
          </p>
        )}
        {problems.length > 0 && (
          <div className="import-problems" role="alert">
            <h3>{t('cases.importProblems')}</h3>
            <Problems
              problems={problems.map(
                ({ line, message }) => `${t('cases.importLine', { n: line })}: ${message}`,
              )}
            />
          </div>
        )}
        {send.error && <CallFailureCard title={t('cases.importFailed')} error={send.error} />}
        <DialogButtons onCancel={onClose}>
          <button
            type="submit"
            className="solid-button"
            aria-disabled={send.isPending || undefined}
          >
            {t('cases.importNow')}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
