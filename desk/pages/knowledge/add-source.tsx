import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { DialogButtons } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../widget/ui/dialog.tsx'

/** A button with a form for a page or a sitemap that assistants shall answer from. */
export function AddSource() {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="solid-button" onClick={() => setIsOpen(true)}>
        <Plus />
        {t('knowledge.add')}
      </button>
      {isOpen && <SourceForm onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Sitemaps have this word or ending in their name. */
const SITEMAP = /\.xml(?:\.gz)?$|sitemap[^/]*$/i

function SourceForm({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const { project } = usePage()
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const [chosen, setChosen] = useState<'url' | 'sitemap'>()
  const kind = chosen ?? (SITEMAP.test(address) ? 'sitemap' : 'url')
  const add = useMutation({
    mutationFn: () =>
      call(['projects', project, 'knowledge', 'sources'], {
        method: 'POST',
        body: { kind, address: address.trim() },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['projects', project, 'knowledge'] })
      onClose()
    },
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }

  return (
    <Dialog
      title={t('knowledge.add')}
      description={t('knowledge.addHint')}
      closeLabel={t('act.close')}
      onClose={onClose}
    >
      <form className="source-form" onSubmit={handleSubmit}>
        <label className="field">
          {t('knowledge.address')}
          <input
            className="text-field"
            type="url"
            required
            dir="ltr"
            placeholder="https://"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
        </label>
        <fieldset className="source-kinds">
          <legend>{t('knowledge.kind')}</legend>
          {(['url', 'sitemap'] as const).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="kind"
                checked={kind === each}
                onChange={() => setChosen(each)}
              />
              {t(`knowledge.kind.${each}`)}
            </label>
          ))}
        </fieldset>
        {add.error && <CallFailureCard error={add.error} title={t('error.saveTitle')} />}
        <DialogButtons onCancel={onClose}>
          <button type="submit" className="solid-button" aria-disabled={add.isPending || undefined}>
            {t('knowledge.addNow')}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
